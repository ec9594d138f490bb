package dev.hira.sim.clock;

/**
 * The clock of simulated devices. On the real clock work takes as long as it takes on the host; on
 * the virtual clock it takes the time that the cost model gives, to the nanosecond.
 */
public sealed interface SimClock permits RealClock, VirtualClock {
    /** Nanoseconds since some moment in the past; never decreases. */
    long nanos();

    /**
     * The time that a kernel reads from the global timer, in nanoseconds: since 1970 on the real
     * clock, since the clock's start on the virtual clock.
     */
    long globalNanos();

    /** The clock of the machine. */
    static SimClock real() {
        return RealClock.MACHINE;
    }

    /** Returns a new virtual clock, which starts at 0. */
    static VirtualClock virtual() {
        return new VirtualClock();
    }
}
