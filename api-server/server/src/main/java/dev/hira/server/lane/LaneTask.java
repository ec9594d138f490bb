package dev.hira.server.lane;

import org.jspecify.annotations.Nullable;

/**
 * A task that makes consecutive calls of one lane on one thread of a pool: a large copy arrives in
 * many parts, and waking another thread for each would cost more than a part.
 */
public final class LaneTask implements Runnable {
    private final Runnable first;
    private volatile @Nullable Thread thread;
    private @Nullable Runnable next;

    public LaneTask(Runnable first) {
        this.first = first;
    }

    /**
     * Adds a task that follows the present one. Only the thread that is running this task may add
     * one; on other threads this returns false.
     */
    public @SuppressWarnings("ReferenceEquality") // a thread is only itself
    boolean follow(Runnable task) {
        if (thread != Thread.currentThread()) {
            return false;
        }
        next = task;
        return true;
    }

    @Override
    public void run() {
        thread = Thread.currentThread();
        for (Runnable task = first; task != null; task = next) {
            next = null;
            task.run();
        }
        thread = null;
    }
}
