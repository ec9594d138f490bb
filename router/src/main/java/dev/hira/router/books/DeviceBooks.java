package dev.hira.router.books;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What the sessions of one VM that see a device hold, at most there: a session that sees several
 * counts on each of them with all that it holds. Safe for use by any thread.
 */
public final class DeviceBooks {
    private final AtomicLongArray held;

    DeviceBooks(int resourceCount) {
        held = new AtomicLongArray(resourceCount);
    }

    /** How much of a continuous resource. */
    public long held(int resource) {
        return held.get(resource);
    }

    void hold(int resource, long change) {
        held.addAndGet(resource, change);
    }
}
