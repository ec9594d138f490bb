package dev.hira.sim.engine;

/** CUDA's codes of the faults that the engines themselves find. */
final class WorkFaults {
    static final int LAUNCH_FAILED = 719;
    static final int UNKNOWN = 999;

    private WorkFaults() {}
}
