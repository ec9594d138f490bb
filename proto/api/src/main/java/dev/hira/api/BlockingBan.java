package dev.hira.api;

/**
 * Tracks whether a driver may block the calling thread. It may, unless the thread also serves
 * others and has forbidden it; then a driver that would have to wait throws {@link
 * WouldWaitException} before the call has an effect that would matter when the call is repeated.
 */
public final class BlockingBan {
    private static final ThreadLocal<Boolean> FORBIDDEN = ThreadLocal.withInitial(() -> false);

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
}
