package dev.hira.link.shm;

/**
 * The boundary around accesses to a {@link SharedRegion}: when another process cut the file off, it
 * turns the JVM's error into an answer.
 *
 * <p>An access behind the file's end is a bus error. The JVM survives it, lets the access be
 * without effect, and raises an {@link InternalError} — but in compiled code only at the thread's
 * next safepoint poll, which may be long after the access, outside of any {@code try} around it. A
 * call into the JVM is such a poll; {@link #settle} makes the cheapest one.
 *
 * <p>Atomic exchanges (compare-and-set, get-and-add) are not survived: the interpreter makes them
 * in a function of the JVM that is not prepared for bus errors, and the process dies. Shared memory
 * that others can cut off must only be loaded, stored and copied.
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
     * Runs accesses to the region; false if its memory was gone, and then what was read is garbage.
     */
    public boolean run(Runnable accesses) {
        if (lost) {
            return false;
        }
        try {
            accesses.run();
            settle();
            return true;
        } catch (InternalError e) {
            caught(e);
            return false;
        }
    }

    /** Whether an access failed before. */
    public boolean lost() {
        return lost;
    }

    /** Raises the error of an earlier access of this thread here, if there was one. */
    public static void settle() {
        Thread.holdsLock(ANYTHING);
    }

    /** Like {@link #settle}, but notes the error instead of raising it. */
    public void quench() {
        try {
            settle();
        } catch (InternalError e) {
            caught(e);
        }
    }

    /** Notes the loss; throws on what is no failed access. */
    public void caught(InternalError error) {
        if (!isFault(error)) {
            throw error;
        }
        lost = true;
    }

    /** Whether an error tells of a failed access. */
    public static boolean isFault(InternalError error) {
        String message = error.getMessage();
        return message != null && message.contains(SIGN);
    }

    /** A sentence for people. */
    public String sentence() {
        return "the shared memory at "
                + region.path()
                + " was cut off by its other user; open another session";
    }
}
