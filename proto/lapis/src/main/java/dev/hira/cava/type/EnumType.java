package dev.hira.cava.type;

import java.util.List;
import java.util.Optional;

/**
 * An enumeration of the API.
 *
 * @param errors whether it is the API's list of error codes
 */
public record EnumType(
        String name, boolean errors, List<Constant> constants, String comment, ObjectPlace place)
        implements Type {
    public Optional<Constant> constant(String wanted) {
        return constants.stream().filter(c -> c.name().equals(wanted)).findFirst();
    }

    /** One value of an enumeration. */
    public record Constant(String name, int number, String comment) {}
}
