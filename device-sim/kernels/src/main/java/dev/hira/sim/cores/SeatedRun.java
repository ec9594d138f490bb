package dev.hira.sim.cores;

/** A running grid, as the cores and the watchdog see it. */
public interface SeatedRun {
    /** Adds to the time that the grid's threads have held seats. */
    void addSeatTime(long nanos);

    /** Makes the grid's threads look at their orders at their next back edge or block. */
    void demandAttention();

    /** Returns whether the run was told to stop. */
    boolean stopped();

    /** Returns whether none of the run's threads needs a seat any longer. */
    boolean over();

    /** Checks the run's time limits; the watchdog calls it about every millisecond. */
    void watch(long now);
}
