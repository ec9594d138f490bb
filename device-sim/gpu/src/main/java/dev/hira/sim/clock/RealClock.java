package dev.hira.sim.clock;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/** A clock that follows the host's time. */
public final class RealClock implements SimClock {
    static final RealClock MACHINE = new RealClock(System::nanoTime, InstantSource.system());

    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final LongSupplier nanos;
    private final long epoch;

    /**
     * Creates a clock.
     *
     * @param nanos the host's time in nanoseconds; never decreases
     * @param timeOfDay read once; afterwards the global timer advances with {@code nanos}
     */
    public RealClock(LongSupplier nanos, InstantSource timeOfDay) {
        this.nanos = nanos;
        Instant now = timeOfDay.instant();
        this.epoch = now.getEpochSecond() * NANOS_PER_SECOND + now.getNano() - nanos.getAsLong();
    }

    @Override
    public long nanos() {
        return nanos.getAsLong();
    }

    @Override
    public long globalNanos() {
        return epoch + nanos.getAsLong();
    }
}
