package dev.hira.cava.model;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.Field;
import org.jspecify.annotations.Nullable;

/**
 * Bulk data.
 *
 * @param size how many bytes; null when the whole segment is meant
 * @param when the buffer counts only if this holds
 * @param actual the returned value that tells how many bytes are valid
 * @param late the parameter that names the stream whose progress makes the bytes known
 */
public record Buffer(
        Direction direction,
        @Nullable Expr size,
        String element,
        boolean nullable,
        @Nullable Expr when,
        @Nullable Field actual,
        @Nullable Field late,
        boolean zeroCopy,
        @Nullable Dense dense) {

    /** Which way the bytes go. */
    public enum Direction {
        IN,
        OUT,
        INOUT;

        public boolean in() {
            return this != OUT;
        }

        public boolean out() {
            return this != IN;
        }
    }

    /** Whether the segment may be absent. */
    public boolean mayBeNull() {
        return nullable || when != null;
    }

    /**
     * A pitched area in host memory, of which only the rows travel. All but the expressions are
     * places of values that the stub rewrites.
     */
    public record Dense(
            Expr rowBytes,
            Expr rows,
            @Nullable Expr slices,
            Expr.Ref pitch,
            Expr.@Nullable Ref x,
            Expr.@Nullable Ref y,
            Expr.@Nullable Ref z,
            Expr.@Nullable Ref sliceRows) {}
}
