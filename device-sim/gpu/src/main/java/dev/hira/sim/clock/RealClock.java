package dev.hira.sim.clock;

/** The clock of the machine. */
public final class RealClock implements SimClock {
    static final RealClock INSTANCE = new RealClock();

    private RealClock() {}

    @Override
    public long nanos() {
        return System.nanoTime();
    }
}
