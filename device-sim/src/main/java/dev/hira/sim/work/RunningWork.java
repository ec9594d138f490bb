package dev.hira.sim.work;

/** Is told which calls' work is being done right now. */
@FunctionalInterface
public interface RunningWork {
    /** A kernel of a call is on the device. */
    void running(long call);
}
