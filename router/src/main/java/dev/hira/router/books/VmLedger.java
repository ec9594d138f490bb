package dev.hira.router.books;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The resources that all sessions of one VM hold, whichever API they use. Thread-safe. */
public final class VmLedger {
    private final Holdings all = new Holdings();
    private final Map<String, Holdings> devices = new ConcurrentHashMap<>();

    /** Returns the amount of a continuous resource that the VM's sessions hold now. */
    public long held(String resource) {
        return all.held(resource);
    }

    /**
     * Returns upper bounds of the holdings on one device: all holdings of a session that sees
     * several devices count on each of them.
     */
    public Holdings device(String name) {
        return devices.computeIfAbsent(name, _ -> new Holdings());
    }

    Holdings all() {
        return all;
    }
}
