package dev.hira.api.opencl.host;

import java.util.HashMap;
import java.util.Map;

/** The names of a process's samplers, with their counts. Safe for any number of threads. */
public final class HostSamplers {
    private final Map<Long, Integer> counts = new HashMap<>();

    /** Notes a new sampler. */
    public synchronized void created(long name) {
        counts.put(name, 1);
    }

    /** Whether this is the name of a sampler. */
    synchronized boolean has(long name) {
        return counts.containsKey(name);
    }

    /** Adds 1 to the count of a sampler. */
    public synchronized void retain(long name) {
        counts.computeIfPresent(name, (_, count) -> count + 1);
    }

    /** Takes 1 from the count of a sampler. */
    public synchronized void release(long name) {
        counts.computeIfPresent(name, (_, count) -> count == 1 ? null : count - 1);
    }
}
