package dev.hira.sim.engine;

/** What an engine is needed for. */
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
