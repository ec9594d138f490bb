package dev.hira.server;

import dev.hira.server.work.CallThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The server's own threads, in addition to the event loops: threads for blocking and long calls,
 * created on demand, and one timer thread. Calls are limited by {@code limits.threads-total};
 * besides, a session has a thread at most for a long frame and one for its end.
 */
final class ServerThreads implements AutoCloseable {
    /** A flood of calls leaves hundreds of idle threads for this time. */
    private static final long LINGER_SECONDS = 2;

    private final ExecutorService cached;
    private final ScheduledExecutorService timer;

    ServerThreads(String name) {
        AtomicLong number = new AtomicLong();
        cached =
                new ThreadPoolExecutor(
                        0,
                        Integer.MAX_VALUE,
                        LINGER_SECONDS,
                        TimeUnit.SECONDS,
                        new SynchronousQueue<>(),
                        task -> daemon(name + "-call-" + number.incrementAndGet(), task));
        timer = Executors.newSingleThreadScheduledExecutor(task -> daemon(name + "-timer", task));
    }

    ExecutorService cached() {
        return cached;
    }

    /** The threads for the calls of sessions. */
    CallThreads ofCalls() {
        return new CallThreads(cached, cached, this::aBeatLater);
    }

    private void aBeatLater(Runnable task) {
        Future<?> _ = timer.schedule(task, CallThreads.BEAT_MILLIS, TimeUnit.MILLISECONDS);
    }

    ScheduledExecutorService timer() {
        return timer;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        cached.shutdown();
    }

    static Thread daemon(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name(name).unstarted(task);
    }
}
