package dev.hira.policy.model;

import java.util.Map;

/**
 * All grants at one moment.
 *
 * @param version rises with every change
 * @param classes the named classes; {@link #DEFAULT} is always there
 * @param members the class of each VM that was given one; the others have {@link #DEFAULT}
 * @param own grants of single VMs, which go before those of their classes
 */
public record GrantsState(
        long version,
        Map<String, Grant> classes,
        Map<String, String> members,
        Map<String, Grant> own) {
    /** The class of VMs that no one gave another. */
    public static final String DEFAULT = "default";

    public GrantsState {
        classes = Map.copyOf(classes);
        members = Map.copyOf(members);
        own = Map.copyOf(own);
    }

    /** What holds for a VM. */
    public Grant of(String vm) {
        Grant single = own.get(vm);
        if (single != null) {
            return single;
        }
        Grant shared = classes.get(members.getOrDefault(vm, DEFAULT));
        if (shared == null) {
            throw new IllegalStateException("the class of the VM '" + vm + "' is not there");
        }
        return shared;
    }
}
