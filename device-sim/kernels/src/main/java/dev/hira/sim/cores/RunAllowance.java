package dev.hira.sim.cores;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of a grid and the time that it has run. Used by the watchdog's thread only, unless
 * a method says otherwise.
 */
public final class RunAllowance {
    /** A grid that waits for others may take this many times its limit of wall-clock time. */
    private static final int MOST_WAITING = 8;

    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private final long limitNanos;
    private final long begin;
    private long lookedAt;
    private long ran;

    /** What other threads see of {@link #ran}. */
    private volatile long ranNanos;

    /**
     * Creates the allowance of a grid.
     *
     * @param ranNanos the time that earlier parts of the grid have run
     */
    public RunAllowance(long limitNanos, long begin, long ranNanos) {
        this.limitNanos = Math.min(limitNanos, FOR_EVER);
        this.begin = begin;
        this.lookedAt = begin;
        this.ran = ranNanos;
        this.ranNanos = ranNanos;
    }

    /** Returns the time that the grid has run, as of the last look. Any thread. */
    public long ranNanos() {
        return ranNanos;
    }

    /**
     * Accounts the time since the last call, and returns why the grid must be stopped now, as a
     * sentence; null if it may go on.
     *
     * @param seated whether the grid has run since the last call
     */
    public @Nullable String accountAndCheck(long now, boolean seated) {
        ran += seated ? now - lookedAt : 0;
        ranNanos = ran;
        lookedAt = now;
        if ((now - begin) / MOST_WAITING >= limitNanos) {
            return "The kernel was stopped because it has not ended "
                    + TimeUnit.NANOSECONDS.toMillis(now - begin)
                    + " ms after its start; it mostly waited for others.";
        }
        return ran < limitNanos
                ? null
                : "The kernel was stopped because it has run for longer than "
                        + TimeUnit.NANOSECONDS.toMillis(limitNanos)
                        + " ms, its time limit.";
    }
}
