package dev.hira.router.operator.vms;

import dev.hira.router.judge.PathCounters;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Sums over all sessions of a VM, those that ended included. Not changed any more once shared. */
public final class VmTotals {
    /**
     * The device of sessions that see more than one: nobody says which of them a command is for.
     */
    public static final String SEVERAL = "several";

    private final Map<String, PathTotals> devices = new TreeMap<>();
    private int sessions;

    /** The same sums again. */
    public VmTotals copy() {
        VmTotals copy = new VmTotals();
        copy.add(this);
        return copy;
    }

    /** Adds an open session. */
    public void addOpen(String device, PathCounters counters) {
        sessions++;
        addEnded(device, counters);
    }

    /** Adds a session that ended. */
    public void addEnded(String device, PathCounters counters) {
        on(device).add(counters);
    }

    /** Adds other sums. */
    public void add(VmTotals other) {
        sessions += other.sessions;
        other.devices.forEach((device, totals) -> on(device).add(totals));
    }

    private PathTotals on(String device) {
        return devices.computeIfAbsent(device, d -> new PathTotals());
    }

    /** Open sessions. */
    public int sessions() {
        return sessions;
    }

    /** The sums by the device that sessions see. */
    public Map<String, PathTotals> devices() {
        return Collections.unmodifiableMap(devices);
    }

    /** The sums over all devices. */
    public PathTotals all() {
        PathTotals all = new PathTotals();
        devices.values().forEach(all::add);
        return all;
    }
}
