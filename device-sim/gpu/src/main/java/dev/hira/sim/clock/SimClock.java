package dev.hira.sim.clock;

/**
 * The time that devices live in. On the real clock work takes as long as it takes; on the virtual
 * one it takes what the cost model says, to the nanosecond.
 */
public sealed interface SimClock permits RealClock, VirtualClock {
    /** Nanoseconds since some moment in the past; never goes back. */
    long nanos();

    /** The clock of the machine. */
    static SimClock real() {
        return RealClock.INSTANCE;
    }

    /** A new virtual clock, which starts at 0. */
    static VirtualClock virtual() {
        return new VirtualClock();
    }
}
