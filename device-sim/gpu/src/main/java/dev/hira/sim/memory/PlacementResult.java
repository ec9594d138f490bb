package dev.hira.sim.memory;

/**
 * What came of placing an allocation.
 *
 * @param <F> see {@link Allocation}
 */
public sealed interface PlacementResult<F> {
    /** It lies where it was wanted. */
    record Placed<F>(Allocation<F> allocation) implements PlacementResult<F> {}

    /** It does not, because the request is not one that can be met. */
    record Refused<F>(String why) implements PlacementResult<F> {}

    /** It does not, because there is not enough memory. */
    record NoMemory<F>(String why) implements PlacementResult<F> {}
}
