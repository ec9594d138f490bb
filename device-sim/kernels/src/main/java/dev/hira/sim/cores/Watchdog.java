package dev.hira.sim.cores;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that checks every millisecond, while kernels run, which of them have used up their turn
 * or their time limit. It ends when no kernel has run for a while.
 */
public final class Watchdog implements Runnable {
    private static final long TICK = TimeUnit.MILLISECONDS.toNanos(1);
    private static final int IDLE_TICKS = 1000;

    private final Cores cores;
    private final Set<SeatedRun> runs = ConcurrentHashMap.newKeySet();
    private final ThreadFactory threads;
    private volatile boolean alive;

    public Watchdog(Cores cores) {
        this(cores, Thread.ofPlatform().daemon().name("sim-watchdog").factory());
    }

    Watchdog(Cores cores, ThreadFactory threads) {
        this.cores = cores;
        this.threads = threads;
    }

    /** Starts watching a run. */
    public void watch(SeatedRun run) {
        runs.add(run);
        if (!alive) {
            start();
        }
    }

    private synchronized void start() {
        if (!alive) {
            threads.newThread(this).start();
            alive = true;
        }
    }

    /** Stops watching a run. */
    public void forget(SeatedRun run) {
        runs.remove(run);
    }

    @Override
    public void run() {
        boolean ended = false;
        try {
            int idle = 0;
            while (idle < IDLE_TICKS || !end()) {
                LockSupport.parkNanos(this, TICK);
                idle = runs.isEmpty() ? idle + 1 : 0;
                tick(System.nanoTime());
            }
            ended = true;
        } finally {
            if (!ended) {
                replace();
            }
        }
    }

    /** Starts another thread if runs are left; otherwise the next run does. */
    private synchronized void replace() {
        alive = false;
        if (!runs.isEmpty()) {
            start();
        }
    }

    /**
     * Ends the watchdog unless a run was added meanwhile: {@link #watch} reads {@code alive} after
     * it adds a run.
     */
    private synchronized boolean end() {
        alive = false;
        alive = !runs.isEmpty();
        return !alive;
    }

    private void tick(long now) {
        for (SeatedRun run : runs) {
            run.watch(now);
        }
        cores.expire(now).forEach(SeatedRun::demandAttention);
    }
}
