package dev.hira.sim.cores;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The time limit of a grid and the time that it has run. A grid runs while the processor executes
 * one of its threads: the time for which it waits for a seat does not count, nor the time for which
 * other processes keep the processors or this process is stopped. Used by the watchdog's thread
 * only, unless a method says otherwise.
 */
public final class RunAllowance {
    /** A grid may wait for seats and memory this many times its limit. */
    private static final int MOST_WAITING = 8;

    /**
     * Age up to which a grid's time is that of the clock: asking for the processor time of threads
     * takes longer than a short kernel is worth.
     */
    private static final long YOUNG_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long FOR_EVER = Long.MAX_VALUE / 2;

    private final LongSupplier limitNanos;
    private final ToLongFunction<Thread> processor;
    private final long begin;

    /** The processor time of the grid's threads as of the last look, by thread. */
    private final Map<Thread, Long> used = new HashMap<>();

    private long lookedAt;
    private long ran;
    private long waited;

    /** What other threads see of {@link #ran}. */
    private volatile long ranNanos;

    /**
     * Creates the allowance of a grid.
     *
     * @param limitNanos the present limit, which may change while the grid runs
     * @param processor the processor time that a thread has used, in nanoseconds; negative: unknown
     * @param ranNanos the time that earlier parts of the grid have run
     */
    public RunAllowance(
            LongSupplier limitNanos, ToLongFunction<Thread> processor, long begin, long ranNanos) {
        this.limitNanos = limitNanos;
        this.processor = processor;
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
     * @param seated the threads of the grid that hold a seat
     * @param held whether it is held, so that others have their turn; this is no waiting
     */
    public @Nullable String accountAndCheck(long now, List<Thread> seated, boolean held) {
        long since = now - lookedAt;
        lookedAt = now;
        waited += seated.isEmpty() && !held ? since : 0;
        ran += now - begin <= YOUNG_NANOS && !seated.isEmpty() ? since : ran(since, seated);
        ranNanos = ran;
        long limit = Math.min(limitNanos.getAsLong(), FOR_EVER);
        if (waited / MOST_WAITING >= limit) {
            return "The kernel was stopped because it has waited for other kernels for "
                    + TimeUnit.NANOSECONDS.toMillis(waited)
                    + " ms.";
        }
        return ran < limit
                ? null
                : "The kernel was stopped because it has run for longer than "
                        + TimeUnit.NANOSECONDS.toMillis(limit)
                        + " ms, its time limit.";
    }

    /** Returns the processor time of the thread that has used the most since the last look. */
    private long ran(long since, List<Thread> seated) {
        long most = 0;
        for (Thread thread : seated) {
            long now = processor.applyAsLong(thread);
            Long before = used.put(thread, now);
            long own = now < 0 ? since : now - (before == null ? 0 : before);
            most = Math.max(most, Math.min(own, since));
        }
        return most;
    }
}
