package dev.hira.cava.type;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A field of a message, without the properties that it has only as a parameter.
 *
 * @param handle the type of object that it names, or null
 * @param nullable whether 0 means none; for a struct, whether it may be absent
 * @param invalid the error for an unknown name; null: that of the handle type
 */
public record Field(
        String name,
        int number,
        Type type,
        boolean repeated,
        @Nullable HandleKind handle,
        boolean nullable,
        @Nullable String invalid,
        String comment,
        ObjectPlace place) {

    /** Returns the constant of a dispatcher that stands for the handle type here. */
    public String handleConstant() {
        String constant = Objects.requireNonNull(handle).constant();
        return invalid == null ? constant : constant + "_OR_" + invalid;
    }

    /** Returns the name in Java. */
    public String java() {
        return JavaNames.safe(name);
    }
}
