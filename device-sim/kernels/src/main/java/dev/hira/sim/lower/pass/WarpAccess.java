package dev.hira.sim.lower.pass;

import dev.hira.sim.code.Address;
import dev.hira.sim.code.Space;
import dev.hira.sim.code.Value;
import org.jspecify.annotations.Nullable;

/**
 * An access of memory that threads of a warp share, or a call of a routine with such accesses.
 *
 * @param place where in its routine it is, as {@link WarpPaths} numbers steps
 * @param space null for a call
 * @param address null for a call
 * @param ordered whether it is not a weak access
 * @param stored the constant that it stores, if it is a store of one
 */
record WarpAccess(
        int place,
        boolean reads,
        boolean writes,
        @Nullable Space space,
        @Nullable Address address,
        int bytes,
        boolean ordered,
        @Nullable Value stored) {
    boolean isAtomic() {
        return reads && writes && address != null;
    }

    /** Returns a store that stores this constant, if it is one. */
    WarpAccess storing(@Nullable Value value) {
        return new WarpAccess(
                place,
                reads,
                writes,
                space,
                address,
                bytes,
                ordered,
                value instanceof Value.Constant ? value : null);
    }
}
