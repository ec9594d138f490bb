package dev.hira.api;

/** Requests that another thread, which may block, repeats the call; see {@link BlockingBan}. */
public final class WouldWaitException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean waits;

    /**
     * @param waits whether the call may wait for work or other calls; false: it only takes long
     */
    WouldWaitException(boolean waits) {
        super("the call has to wait, but this thread must not block", null, false, false);
        this.waits = waits;
    }

    /** Whether the call may wait for work or other calls; false: it only takes long. */
    public boolean waits() {
        return waits;
    }
}
