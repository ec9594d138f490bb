package dev.hira.router.books;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Upper bounds of the holdings on one device of a VM's sessions: all holdings of a session that
 * sees several devices count on each of them. Thread-safe.
 */
public final class DeviceBooks {
    private final AtomicLongArray held;

    DeviceBooks(int resourceCount) {
        held = new AtomicLongArray(resourceCount);
    }

    /** Returns the amount held of a continuous resource. */
    public long held(int resource) {
        return held.get(resource);
    }

    void hold(int resource, long change) {
        held.addAndGet(resource, change);
    }
}
