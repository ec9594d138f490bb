package dev.hira.router;

import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.router.session.Timer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The router's single thread for deadlines. */
final class Deadlines implements Timer, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Deadlines.class);

    /** Delays beyond about three centuries never end and are not scheduled. */
    private static final long NEVER = Long.MAX_VALUE - (1L << 40);

    private final ScheduledThreadPoolExecutor executor;

    Deadlines() {
        executor =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("hira-router-deadlines").factory());
        executor.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Cancellable after(Duration delay, Runnable task) {
        try {
            Future<?> future =
                    executor.schedule(() -> logged(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            // The router is closing, so deadlines no longer matter.
            return () -> {};
        }
    }

    /** Returns an alarm clock for times of another clock that runs at the same rate. */
    Alarm alarm(NanoClock clock) {
        return (at, task) -> {
            long delay = at - clock.nanoTime();
            if (delay < NEVER) {
                after(Duration.ofNanos(Math.max(0, delay)), task);
            }
        };
    }

    private static void logged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("defect in a task at a deadline");
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
