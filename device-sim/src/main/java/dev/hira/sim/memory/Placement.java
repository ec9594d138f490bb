package dev.hira.sim.memory;

/**
 * What came of placing an allocation.
 *
 * @param <F> see {@link Allocation}
 */
public sealed interface Placement<F> {
    /** It lies where it was wanted. */
    record Placed<F>(Allocation<F> allocation) implements Placement<F> {}

    /** It does not, because the request is not one that can be met. */
    record Refused<F>(String why) implements Placement<F> {}

    /** It does not, because there is not enough memory. */
    record NoMemory<F>(String why) implements Placement<F> {}
}
