package dev.hira.sim.jit.plan;

/**
 * Something that keeps kernels in their place, which code can be compiled without to measure what
 * it costs. Such code is not safe: it is for benchmarks that know what their kernels do.
 */
public enum OmittedFeature {
    /** The checks of addresses and their alignment. */
    CHECKS,
    /** The question at back edges whether the device wants attention. */
    POLLS
}
