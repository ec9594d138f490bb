package dev.hira.sim.clock;

/**
 * The clock of simulated devices. On the real clock work takes as long as it takes on the host; on
 * the virtual clock it takes the time that the cost model gives, to the nanosecond.
 */
public sealed interface SimClock permits RealClock, VirtualClock {
    /** Nanoseconds since some moment in the past; never decreases. */
    long nanos();

    /** The clock of the machine. */
    static SimClock real() {
        return RealClock.INSTANCE;
    }

    /** Returns a new virtual clock, which starts at 0. */
    static VirtualClock virtual() {
        return new VirtualClock();
    }
}
