package dev.hira.sim.work;

/** Receives the calls whose work is being executed at the moment. */
@FunctionalInterface
public interface RunningWork {
    /** Reports that a kernel or a large copy of a call is being executed. */
    void running(long call);
}
