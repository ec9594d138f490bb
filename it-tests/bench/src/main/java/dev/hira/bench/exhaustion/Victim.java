package dev.hira.bench.exhaustion;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A guest that does the same again and again, and measures how long it takes.
 *
 * <p>Thread-safe.
 */
final class Victim implements AutoCloseable {
    private static final long PAUSE = Duration.ofMillis(5).toNanos();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final String name;
    private final Runnable round;
    private final Thread thread;
    private final List<Long> times = new ArrayList<>();
    private long since;
    private @Nullable String failure;
    private volatile boolean ended;

    Victim(String name, Runnable round) {
        this.name = name;
        this.round = round;
        this.since = System.nanoTime();
        this.thread = Thread.ofPlatform().daemon().name("hira-" + name).start(this::run);
    }

    private void run() {
        while (!ended) {
            long start = System.nanoTime();
            String failed = null;
            try {
                round.run();
            } catch (RuntimeException e) {
                failed = e.toString();
            }
            synchronized (this) {
                if (start >= since) {
                    times.add(System.nanoTime() - start);
                    if (failure == null) {
                        failure = failed;
                    }
                }
                notifyAll();
            }
            LockSupport.parkNanos(PAUSE);
        }
    }

    String name() {
        return name;
    }

    /** Begins a measurement with the next round. */
    synchronized void begin() {
        times.clear();
        failure = null;
        since = System.nanoTime();
    }

    /**
     * Ends the measurement: returns the time in nanoseconds within which 99 of 100 rounds ended.
     *
     * @throws IllegalStateException when a round failed, or none ends
     */
    synchronized long p99() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        int before = times.size();
        while (times.size() == before && System.nanoTime() < deadline) {
            try {
                wait(1_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
        if (failure != null) {
            throw new IllegalStateException(name + " failed: " + failure);
        }
        if (times.size() == before) {
            throw new IllegalStateException(name + " hangs: no round ended within " + PATIENCE);
        }
        List<Long> sorted = times.stream().sorted().toList();
        return sorted.get((int) Math.ceil(0.99 * sorted.size()) - 1);
    }

    @Override
    public void close() {
        ended = true;
        try {
            thread.join(PATIENCE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
