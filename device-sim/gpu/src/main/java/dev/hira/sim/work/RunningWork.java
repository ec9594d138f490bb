package dev.hira.sim.work;

/** Is told which calls' work is being done right now. */
@FunctionalInterface
public interface RunningWork {
    /** A kernel of a call, or a large copy, is being done. */
    void running(long call);
}
