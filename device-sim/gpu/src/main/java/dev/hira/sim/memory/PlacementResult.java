package dev.hira.sim.memory;

/**
 * The result of placing an allocation.
 *
 * @param <F> see {@link Allocation}
 */
public sealed interface PlacementResult<F> {
    /** The allocation was placed. */
    record Placed<F>(Allocation<F> allocation) implements PlacementResult<F> {}

    /** The request is invalid. */
    record Refused<F>(String why) implements PlacementResult<F> {}

    /**
     * The memory does not suffice.
     *
     * @param later whether it will when the work that uses freed memory has ended
     */
    record NoMemory<F>(String why, boolean later) implements PlacementResult<F> {
        public NoMemory(String why) {
            this(why, false);
        }
    }
}
