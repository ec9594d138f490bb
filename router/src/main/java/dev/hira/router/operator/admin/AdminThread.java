package dev.hira.router.operator.admin;

import com.google.common.base.Throwables;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The admin service's own thread, for tasks that event loops must not wait for. */
final class AdminThread implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AdminThread.class);

    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

    private final ScheduledThreadPoolExecutor executor =
            new ScheduledThreadPoolExecutor(
                    1, Thread.ofPlatform().daemon().name("hira-router-admin").factory());

    /** Runs a task as soon as possible; false when the router is closing. */
    boolean execute(Runnable task) {
        return after(0, task);
    }

    /** Runs a task later; false when the router is closing. */
    boolean after(long millis, Runnable task) {
        try {
            Future<?> _ = executor.schedule(() -> logged(task), millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Runs a task repeatedly. */
    void every(long millis, Runnable task) {
        Future<?> _ =
                executor.scheduleWithFixedDelay(
                        () -> logged(task), 0, millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Runs a task as soon as possible, waits for its end, and throws what it throws.
     *
     * @throws IllegalStateException when the task has not ended in time; it never begins then
     */
    void await(Runnable task) {
        Future<?> running;
        try {
            running = executor.submit(task);
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("the router is stopping", e);
        }
        try {
            running.get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
            Throwables.throwIfUnchecked(cause);
            throw new IllegalStateException(cause);
        } catch (TimeoutException | InterruptedException e) {
            running.cancel(false);
            throw new IllegalStateException(
                    "the router was busy with operators' requests for " + LONGEST_WAIT, e);
        }
    }

    private static void logged(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.atError().setCause(e).log("defect in a task of the admin service");
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
