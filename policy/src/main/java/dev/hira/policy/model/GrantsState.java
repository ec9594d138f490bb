package dev.hira.policy.model;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All grants at one moment.
 *
 * @param version rises with every change
 * @param classes the named classes; {@link #DEFAULT} always exists
 * @param members the class of each VM that was given one; the others have {@link #DEFAULT}
 * @param own settings of single VMs, which override those of their classes
 */
public record GrantsState(
        long version,
        Map<String, Grant> classes,
        Map<String, String> members,
        Map<String, OwnGrant> own) {
    /** The class of VMs without an assigned class. */
    public static final String DEFAULT = "default";

    public GrantsState {
        classes = Map.copyOf(classes);
        members = Map.copyOf(members);
        own = Map.copyOf(own);
    }

    /** Returns the grants of a new router: one class. */
    public static GrantsState initial(Grant standard) {
        return new GrantsState(1, Map.of(DEFAULT, standard), Map.of(), Map.of());
    }

    /** Returns the grant that holds for a VM. */
    public Grant of(String vm) {
        Grant shared = classes.get(classOf(vm));
        if (shared == null) {
            throw new IllegalStateException("the class of the VM '" + vm + "' does not exist");
        }
        OwnGrant single = own.get(vm);
        return single == null ? shared : single.over(shared);
    }

    /** Returns the class of a VM. */
    public String classOf(String vm) {
        return members.getOrDefault(vm, DEFAULT);
    }

    /** Returns the state with a class added or replaced; null removes it. */
    public GrantsState withClass(String name, @Nullable Grant grant) {
        return new GrantsState(version, with(classes, name, grant), members, own);
    }

    /** Returns the state with a VM in another class; null: in {@link #DEFAULT}. */
    public GrantsState withMember(String vm, @Nullable String className) {
        return new GrantsState(version, classes, with(members, vm, className), own);
    }

    /** Returns the state with a VM that has its own value for every setting. */
    public GrantsState withOwn(String vm, Grant grant) {
        return withOwn(vm, OwnGrant.all(grant));
    }

    /** Returns the state with some of a VM's settings its own. */
    public GrantsState withOwn(String vm, OwnGrant grant) {
        return new GrantsState(version, classes, members, with(own, vm, grant));
    }

    /** Returns the state with a VM that has its class's grant. */
    public GrantsState withoutOwn(String vm) {
        return new GrantsState(version, classes, members, with(own, vm, null));
    }

    GrantsState withVersion(long next) {
        return new GrantsState(next, classes, members, own);
    }

    private static <T> Map<String, T> with(Map<String, T> map, String key, @Nullable T value) {
        Map<String, T> changed = new HashMap<>(map);
        if (value == null) {
            changed.remove(key);
        } else {
            changed.put(key, value);
        }
        return changed;
    }
}
