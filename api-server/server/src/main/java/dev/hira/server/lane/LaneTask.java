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
     * Makes a task follow the present one; works only on this very thread, otherwise returns false.
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
