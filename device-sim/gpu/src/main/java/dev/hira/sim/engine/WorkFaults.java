package dev.hira.sim.engine;

/** The codes of faults that the engines themselves find, as CUDA numbers them. */
final class WorkFaults {
    static final int LAUNCH_FAILED = 719;
    static final int UNKNOWN = 999;

    private WorkFaults() {}
}
