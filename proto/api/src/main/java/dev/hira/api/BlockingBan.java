package dev.hira.api;

import org.jspecify.annotations.Nullable;

/**
 * Tracks whether a driver may block the calling thread. It may, unless the thread also serves
 * others and has forbidden it; then a driver that would have to wait throws {@link
 * WouldWaitException} before the call has an effect that would matter when the call is repeated.
 */
public final class BlockingBan {
    private static final ThreadLocal<Boolean> FORBIDDEN = ThreadLocal.withInitial(() -> false);

    private static final ThreadLocal<@Nullable Runnable> WHEN_WAITING = new ThreadLocal<>();

    private BlockingBan() {}

    /**
     * Forbids drivers to block the current thread.
     *
     * @return the argument for {@link #restore}
     */
    public static boolean forbid() {
        boolean before = FORBIDDEN.get();
        FORBIDDEN.set(true);
        return before;
    }

    /** Restores the state before {@link #forbid}. */
    public static void restore(boolean before) {
        FORBIDDEN.set(before);
    }

    /**
     * Called by drivers before they wait or take long.
     *
     * @throws WouldWaitException when the current thread must not block
     */
    public static void require() {
        if (FORBIDDEN.get()) {
            throw new WouldWaitException(true);
        }
    }

    /**
     * Called by drivers before they take long, without a wait for anything else.
     *
     * @throws WouldWaitException when the current thread must not block
     */
    public static void requireTime() {
        if (FORBIDDEN.get()) {
            throw new WouldWaitException(false);
        }
    }

    /**
     * Runs the body of a driver's call. If the call begins to wait, this thread first runs the
     * task, once.
     */
    public static void whenWaiting(Runnable task, Runnable body) {
        WHEN_WAITING.set(task);
        try {
            body.run();
        } finally {
            WHEN_WAITING.remove();
        }
    }

    /**
     * Called by drivers when the calling thread begins to wait. By then the call has submitted its
     * work and chosen the work that it waits for, so later calls of other threads do not change it.
     * A build of a program calls this before it starts: its order is that of its reply, and calls
     * of other threads must not wait for the seconds that it takes.
     *
     * @throws WouldWaitException when the current thread must not block
     */
    public static void waits() {
        require();
        @Nullable Runnable task = WHEN_WAITING.get();
        if (task != null) {
            WHEN_WAITING.remove();
            task.run();
        }
    }
}
