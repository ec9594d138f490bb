package dev.hira.cava.model;

import dev.hira.cava.expr.Expr;
import dev.hira.cava.type.Field;
import org.jspecify.annotations.Nullable;

/**
 * Bulk data.
 *
 * @param size the number of bytes; null for the whole segment
 * @param when the condition under which the buffer is used
 * @param actual the returned value that reports the number of valid bytes
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

    /** The direction of the bytes. */
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

    /** Returns whether the segment may be absent. */
    public boolean mayBeNull() {
        return nullable || when != null;
    }

    /**
     * A pitched area in host memory, whose rows alone travel. All components except the expressions
     * are places of values that the stub rewrites.
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
