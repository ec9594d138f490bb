package dev.hira.cava.type;

import org.jspecify.annotations.Nullable;

/**
 * A field of a message, without what holds for it only as a parameter.
 *
 * @param handle the type of object that it names, if it names one
 * @param nullable 0 is allowed and means none; for a struct, that it may be absent
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

    /** The name in Java. */
    public String java() {
        return JavaNames.safe(name);
    }
}
