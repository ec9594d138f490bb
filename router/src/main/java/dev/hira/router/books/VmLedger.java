package dev.hira.router.books;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;

/** The resources that all sessions of one VM have used up and hold. Thread-safe. */
public final class VmLedger {
    private final AtomicLongArray held;
    private final AtomicLongArray consumedBefore;
    private final Map<String, DeviceBooks> devices = new ConcurrentHashMap<>();

    public VmLedger(int resourceCount) {
        held = new AtomicLongArray(resourceCount);
        consumedBefore = new AtomicLongArray(resourceCount);
    }

    /** Returns the amount of a continuous resource that the VM's sessions hold now. */
    public long held(int resource) {
        return held.get(resource);
    }

    /** Returns the holdings of the VM's sessions that see a device. */
    public DeviceBooks device(String name) {
        return devices.computeIfAbsent(name, _ -> new DeviceBooks(held.length()));
    }

    /** Returns the amount of an instantaneous resource that the VM's ended sessions used up. */
    public long consumedBefore(int resource) {
        return consumedBefore.get(resource);
    }

    void hold(int resource, long change) {
        held.addAndGet(resource, change);
    }

    void ended(int resource, long consumed) {
        consumedBefore.addAndGet(resource, consumed);
    }
}
