package dev.hira.sim.engine.cost;

/** The kinds of work that engines do. */
public enum Role {
    /** Kernels and fills. */
    COMPUTE,
    /** Copies from the host. */
    TO_DEVICE,
    /** Copies to the host. */
    TO_HOST,
    /** Copies that do not touch the host. */
    ON_DEVICE
}
