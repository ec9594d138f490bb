package dev.hira.sim.cores;

/** A grid under way, as the cores that it runs on and the watchdog see it. */
public interface SeatedRun {
    /** Adds to the time that its threads have had seats. */
    void sat(long nanos);

    /** Makes its threads look at their orders at their next back edge or block. */
    void demandAttention();

    /** Whether it has been told to stop. */
    boolean stopped();

    /** Whether none of its threads needs a seat any longer. */
    boolean over();

    /** Checks its time limits; called by the watchdog about every millisecond. */
    void watch(long now);
}
