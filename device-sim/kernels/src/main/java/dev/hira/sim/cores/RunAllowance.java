package dev.hira.sim.cores;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How long a grid may run, and has run; used by the watchdog alone. */
public final class RunAllowance {
    /** How many times longer than it may run a grid may take when it waits for others. */
    private static final int MOST_WAITING = 8;

    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private final long limitNanos;
    private final long begin;
    private long lookedAt;
    private long ranNanos;

    public RunAllowance(long limitNanos, long begin) {
        this.limitNanos = Math.min(limitNanos, FOR_EVER);
        this.begin = begin;
        this.lookedAt = begin;
    }

    /**
     * Why the grid is to be stopped now, as a sentence; or null.
     *
     * @param seated whether it runs since somebody looked last
     */
    public @Nullable String exceeded(long now, boolean seated) {
        ranNanos += seated ? now - lookedAt : 0;
        lookedAt = now;
        if ((now - begin) / MOST_WAITING >= limitNanos) {
            return "The kernel has not ended, though it began "
                    + TimeUnit.NANOSECONDS.toMillis(now - begin)
                    + " ms ago and mostly waited for others since, and was stopped.";
        }
        return ranNanos < limitNanos
                ? null
                : "The kernel has run for longer than "
                        + TimeUnit.NANOSECONDS.toMillis(limitNanos)
                        + " ms, which is the limit, and was stopped.";
    }
}
