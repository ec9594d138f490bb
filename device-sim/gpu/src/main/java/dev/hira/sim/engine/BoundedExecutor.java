package dev.hira.sim.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A part of another executor: runs at most so many tasks at a time there, and keeps the others in
 * their order. So a process whose host functions do not return holds up nobody but itself.
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

    /** Runs a task and then those that have come to wait meanwhile. */
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
