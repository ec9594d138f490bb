package dev.hira.policy.model;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The names that VMs may have: those that cannot be mistaken for another name, for an option, or
 * for a device such as {@code server/0}.
 */
public final class VmName {
    private static final Pattern VALID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@:+-]{0,127}");
    private static final int SHOWN = 128;

    private VmName() {}

    /** Returns why a VM cannot have a name, with the name as it is; empty: it can. */
    public static Optional<String> problem(String name) {
        if (VALID.matcher(name).matches()) {
            return Optional.empty();
        }
        String shown = name.length() <= SHOWN ? name : name.substring(0, SHOWN) + "…";
        return Optional.of(
                "'"
                        + shown
                        + "' is not a valid name of a VM: use up to 128 letters, digits and any of"
                        + " . _ @ : + -, beginning with a letter or a digit");
    }
}
