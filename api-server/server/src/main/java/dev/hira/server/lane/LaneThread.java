package dev.hira.server.lane;

import org.jspecify.annotations.Nullable;

/**
 * A thread on which calls of one lane are made, as long as one follows the other: a large copy
 * comes in many parts, and waking another thread for each would cost more than a part.
 */
public final class LaneThread implements Runnable {
    private final Runnable first;
    private volatile @Nullable Thread thread;
    private @Nullable Runnable next;

    public LaneThread(Runnable first) {
        this.first = first;
    }

    /** Lets a task follow the present one; only on this very thread, else false. */
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
