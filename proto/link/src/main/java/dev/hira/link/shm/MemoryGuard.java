package dev.hira.link.shm;

/**
 * The boundary around accesses to a {@link SharedRegion}: when another process truncates the file,
 * it turns the JVM's error into a return value.
 *
 * <p>An access beyond the file's end is a bus error. The JVM survives it, skips the access, and
 * raises an {@link InternalError} — but in compiled code only at the thread's next safepoint poll,
 * which may be long after the access, outside of any {@code try} around it. A call into the JVM is
 * such a poll; {@link #raisePending} makes the cheapest one.
 *
 * <p>The JVM does not survive a bus error in an atomic exchange (compare-and-set, get-and-add): the
 * interpreter performs them in a JVM function that is not prepared for one, and the process dies.
 * Shared memory that others can truncate must only be loaded, stored and copied.
 */
public final class MemoryGuard {
    private static final String SIGN = "unsafe memory access";
    private static final Object ANYTHING = new Object();

    private final SharedRegion region;
    private volatile boolean lost;

    MemoryGuard(SharedRegion region) {
        this.region = region;
    }

    /**
     * Runs accesses to the region; false if its memory was gone, and then the values read are
     * garbage.
     */
    public boolean run(Runnable accesses) {
        if (lost) {
            return false;
        }
        try {
            accesses.run();
            raisePending();
            return true;
        } catch (InternalError e) {
            caught(e);
            return false;
        }
    }

    /** Returns whether an earlier access failed. */
    public boolean lost() {
        return lost;
    }

    /** Raises the error of an earlier access of this thread here, if there was one. */
    public static void raisePending() {
        Thread.holdsLock(ANYTHING);
    }

    /** Like {@link #raisePending}, but records the error instead of raising it. */
    public void quench() {
        try {
            raisePending();
        } catch (InternalError e) {
            caught(e);
        }
    }

    /** Records the loss; rethrows any other error. */
    public void caught(InternalError error) {
        if (!isFault(error)) {
            throw error;
        }
        lost = true;
    }

    /** Returns whether an error reports a failed access. */
    public static boolean isFault(InternalError error) {
        String message = error.getMessage();
        return message != null && message.contains(SIGN);
    }

    /** Returns a sentence for people. */
    public String sentence() {
        return "the shared memory at "
                + region.path()
                + " was truncated by its other user; open another session";
    }
}
