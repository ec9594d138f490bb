package dev.hira.bench.common;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Runs tasks until they get no faster: until the compilers of all processes that take part are
 * done. Three processes that compile while they work need about ten seconds for that on two
 * processors, and several times as long on a slow or busy machine; an earlier measurement measures
 * the compilers.
 */
public final class WarmUp {
    private static final long WINDOW = 3_000_000_000L;
    private static final long MOST = 60_000_000_000L;

    /** The number of windows without progress after which the warm-up ends. */
    private static final int PATIENCE = 2;

    private static final double PROGRESS = 0.95;

    private final List<Runnable> tasks;
    private final long[] best;

    private WarmUp(List<Runnable> tasks) {
        this.tasks = tasks;
        this.best = new long[tasks.size()];
        Arrays.fill(best, Long.MAX_VALUE);
    }

    /** Runs tasks in turn, for at least this time and at most a minute. */
    public static void untilSteady(Duration least, Runnable... tasks) {
        new WarmUp(List.of(tasks)).run(least.toNanos());
    }

    private void run(long least) {
        long start = System.nanoTime();
        int without = 0;
        long passed = 0;
        while (passed < least || (without < PATIENCE && passed < MOST)) {
            without = window() ? 0 : without + 1;
            passed = System.nanoTime() - start;
        }
    }

    /** Returns whether any task got faster. */
    private boolean window() {
        boolean progress = false;
        long start = System.nanoTime();
        do {
            for (int i = 0; i < best.length; i++) {
                long begin = System.nanoTime();
                tasks.get(i).run();
                long took = System.nanoTime() - begin;
                progress |= took < best[i] * PROGRESS;
                best[i] = Math.min(best[i], took);
            }
        } while (System.nanoTime() - start < WINDOW);
        return progress;
    }
}
