package dev.hira.router.operator.checkpoint;

import dev.hira.policy.NanoClock;
import dev.hira.router.session.SessionMove.MoveFailed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time that is left for the steps of a checkpoint. Used by one thread. */
final class TimeLeft {
    private final NanoClock clock;
    private final Duration limit;
    private final long begun;

    TimeLeft(NanoClock clock, Duration limit) {
        this.clock = clock;
        this.limit = limit;
        this.begun = clock.nanoTime();
    }

    /** Returns the time that has passed, in nanoseconds. */
    long passed() {
        return clock.nanoTime() - begun;
    }

    boolean isOver() {
        return passed() >= limit.toNanos();
    }

    Duration left() {
        return Duration.ofNanos(Math.max(1, limit.toNanos() - passed()));
    }

    /**
     * Waits for a step.
     *
     * @throws MoveFailed when it fails, or the time is over
     */
    <T> T await(CompletableFuture<T> step) throws InterruptedException {
        try {
            return step.get(left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw over();
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new MoveFailed(String.valueOf((cause == null ? e : cause).getMessage()));
        }
    }

    /** Waits for the same step of several sessions. */
    <T> List<T> all(List<CompletableFuture<T>> steps) throws InterruptedException {
        List<T> results = new ArrayList<>();
        for (CompletableFuture<T> step : steps) {
            results.add(await(step));
        }
        return results;
    }

    MoveFailed over() {
        return new MoveFailed("the time limit of " + limit.toMillis() + " ms is over");
    }
}
