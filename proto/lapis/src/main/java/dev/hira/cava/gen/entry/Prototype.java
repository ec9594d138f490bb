package dev.hira.cava.gen.entry;

import java.util.List;
import java.util.Optional;

/**
 * A function as C declares it.
 *
 * @param slot its place in the table of functions
 * @param returned the type that it returns
 */
record Prototype(
        int slot, Treatment treatment, String returned, String name, List<Parameter> params) {
    /** How calls of a function are decoded. */
    enum Treatment {
        GENERATED,
        BY_HAND,
        ABSENT
    }

    /** A parameter, with its type as it is written without blanks before stars. */
    record Parameter(String type, String name) {
        /** Returns the type without {@code const} and stars. */
        String base() {
            return type.replace("const ", "").replace("*", "");
        }

        boolean isPointer() {
            return type.endsWith("*");
        }
    }

    /** Returns the number of a parameter, from 0. */
    Optional<Integer> find(String wanted) {
        for (int k = 0; k < params.size(); k++) {
            if (params.get(k).name().equals(wanted)) {
                return Optional.of(k);
            }
        }
        return Optional.empty();
    }

    /** Returns the number of a parameter that the prototype must have. */
    int place(String wanted) {
        return find(wanted)
                .orElseThrow(() ->
                        new IllegalArgumentException(
                                "the prototype of "
                                        + name
                                        + " has no parameter '"
                                        + wanted
                                        + "'; it has "
                                        + String.join(
                                                ", ",
                                                params.stream().map(Parameter::name).toList())));
    }

    /** Returns whether the function returns a code, and not an object or an address. */
    boolean returnsCode() {
        return returned.equals("cl_int");
    }
}
