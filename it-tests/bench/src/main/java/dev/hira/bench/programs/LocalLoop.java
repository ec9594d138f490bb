package dev.hira.bench.programs;

import dev.hira.link.resume.Home;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A thread that serves links within this process, as an event loop serves sockets. */
final class LocalLoop implements Home, Executor, AutoCloseable {
    private static final Logger LOG = System.getLogger(LocalLoop.class.getName());

    private final ScheduledThreadPoolExecutor executor;
    private volatile @Nullable Thread thread;

    LocalLoop(String name) {
        executor = new ScheduledThreadPoolExecutor(1, work -> start(name, work));
        executor.setRemoveOnCancelPolicy(true);
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    private Thread start(String name, Runnable work) {
        Thread fresh = Thread.ofPlatform().daemon().name(name).unstarted(work);
        thread = fresh;
        return fresh;
    }

    @Override
    public boolean isCurrent() {
        return Thread.currentThread().equals(thread);
    }

    @Override
    public void execute(Runnable task) {
        try {
            executor.execute(() -> run(task));
        } catch (RejectedExecutionException e) {
            return; // the process stops serving links
        }
    }

    /** The executor keeps what a task throws, where it would be lost. */
    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a task of a link failed", e);
            throw e;
        }
    }

    @Override
    public Cancellable schedule(Runnable task, long nanos) {
        try {
            ScheduledFuture<?> future = executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
            return () -> future.cancel(false);
        } catch (RejectedExecutionException e) {
            return () -> {}; // the process stops serving links
        }
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
