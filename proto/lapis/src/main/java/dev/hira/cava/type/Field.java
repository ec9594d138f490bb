package dev.hira.cava.type;

import org.jspecify.annotations.Nullable;

/**
 * A field of a message, without the properties that it has only as a parameter.
 *
 * @param handle the type of object that it names, or null
 * @param nullable whether 0 means none; for a struct, whether it may be absent
 */
public record Field(
        String name,
        int number,
        Type type,
        boolean repeated,
        @Nullable HandleKind handle,
        boolean nullable,
        String comment,
        ObjectPlace place) {

    /** Returns the name in Java. */
    public String java() {
        return JavaNames.safe(name);
    }
}
