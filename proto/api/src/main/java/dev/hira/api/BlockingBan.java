package dev.hira.api;

/**
 * Whether the calling thread may be kept waiting by a driver. It may, unless it serves others too
 * and has said so; then a driver that would have to wait throws {@link WouldWaitException} before
 * the call has had an effect that matters when the call is made again.
 */
public final class BlockingBan {
    private static final ThreadLocal<Boolean> FORBIDDEN = ThreadLocal.withInitial(() -> false);

    private BlockingBan() {}

    /**
     * Says that the current thread must not be kept waiting.
     *
     * @return what to {@link #restore} afterwards
     */
    public static boolean forbid() {
        boolean before = FORBIDDEN.get();
        FORBIDDEN.set(true);
        return before;
    }

    /** Goes back to what held before {@link #forbid}. */
    public static void restore(boolean before) {
        FORBIDDEN.set(before);
    }

    /**
     * For drivers, before they wait or take long.
     *
     * @throws WouldWaitException when the current thread must not be kept waiting
     */
    public static void require() {
        if (FORBIDDEN.get()) {
            throw new WouldWaitException();
        }
    }
}
