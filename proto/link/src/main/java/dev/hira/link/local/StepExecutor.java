package dev.hira.link.local;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An executor that queues tasks until its owner runs them, first in, first out. */
public final class StepExecutor implements Executor {
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
        }
    }

    /** Runs the oldest task; false when the queue is empty. */
    public boolean step() {
        Runnable task = take();
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /** Runs tasks until the queue is empty. */
    public void runAll() {
        boolean more = true;
        while (more) {
            more = step();
        }
    }

    private @Nullable Runnable take() {
        synchronized (tasks) {
            return tasks.poll();
        }
    }
}
