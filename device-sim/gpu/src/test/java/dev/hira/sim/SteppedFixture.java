package dev.hira.sim;

import dev.hira.sim.clock.RealClock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;

/** A host whose clock advances by a step at each reading, and a latch for work that waits. */
abstract class SteppedFixture extends SimFixture {
    static final long STEP = TimeUnit.SECONDS.toNanos(1);

    final AtomicLong now = new AtomicLong();
    final CountDownLatch release = new CountDownLatch(1);

    /** The nanoseconds by which the clock advances. */
    volatile long step;

    @Override
    protected SimConfig config() {
        return super.config()
                .withClock(
                        new RealClock(
                                () -> now.addAndGet(step), InstantSource.fixed(Instant.EPOCH)));
    }

    @AfterEach
    void releaseWork() {
        release.countDown();
    }
}
