package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An executor that runs a bounded number of its tasks at a time on another executor and queues the
 * rest in order. A process whose host functions do not return therefore delays only itself.
 */
public final class BoundedExecutor implements Executor {
    private final Executor threads;
    private final int most;

    @GuardedBy("this")
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();

    @GuardedBy("this")
    private int running;

    public BoundedExecutor(Executor threads, int most) {
        this.threads = threads;
        this.most = most;
    }

    @Override
    public void execute(Runnable task) {
        synchronized (this) {
            if (running == most) {
                waiting.add(task);
                return;
            }
            running++;
        }
        threads.execute(() -> runFrom(task));
    }

    /** Runs a task, then the tasks queued meanwhile. */
    private void runFrom(Runnable first) {
        @Nullable Runnable task = first;
        while (task != null) {
            try {
                task.run();
            } finally {
                task = next();
            }
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable task = waiting.poll();
        if (task == null) {
            running--;
        }
        return task;
    }
}
