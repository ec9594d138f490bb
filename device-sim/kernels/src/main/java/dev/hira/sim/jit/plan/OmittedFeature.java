package dev.hira.sim.jit.plan;

/**
 * A safety feature that code can be compiled without, to measure its cost. Such code is not safe:
 * it is for benchmarks with known kernels.
 */
public enum OmittedFeature {
    /** The checks of addresses and their alignment. */
    CHECKS,
    /** The polls at back edges for the device's attention flag. */
    POLLS
}
