package dev.hira.router.operator.vms;

import dev.hira.router.journal.Journal;
import dev.hira.router.judge.count.PathCounters;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/** Sums over all sessions of a VM, including ended ones. Not changed after it is shared. */
public final class VmTotals {
    /**
     * The device of sessions that see several devices: the router does not know which device a
     * command is for.
     */
    public static final String SEVERAL = "several";

    private final Map<String, PathTotals> devices = new TreeMap<>();
    private int sessions;
    private long journalBytes;
    private long journalObjects;

    /** Returns a copy. */
    public VmTotals copy() {
        VmTotals copy = new VmTotals();
        copy.add(this);
        return copy;
    }

    /** Adds an open session. */
    public void addOpen(String device, PathCounters counters, Journal journal) {
        sessions++;
        journalBytes += journal.bytes();
        journalObjects += journal.objects();
        addEnded(device, counters);
    }

    /** Adds an ended session. */
    public void addEnded(String device, PathCounters counters) {
        on(device).add(counters);
    }

    /** Adds other sums. */
    public void add(VmTotals other) {
        sessions += other.sessions;
        journalBytes += other.journalBytes;
        journalObjects += other.journalObjects;
        other.devices.forEach((device, totals) -> on(device).add(totals));
    }

    private PathTotals on(String device) {
        return devices.computeIfAbsent(device, d -> new PathTotals());
    }

    /** Returns the number of open sessions. */
    public int sessions() {
        return sessions;
    }

    /** Returns the bytes of the commands that the journals of open sessions keep. */
    public long journalBytes() {
        return journalBytes;
    }

    /** Returns the number of objects in the journals of open sessions. */
    public long journalObjects() {
        return journalObjects;
    }

    /** Returns the sums by the device that sessions see. */
    public Map<String, PathTotals> devices() {
        return Collections.unmodifiableMap(devices);
    }

    /** Returns the sums over all devices. */
    public PathTotals all() {
        PathTotals all = new PathTotals();
        devices.values().forEach(all::add);
        return all;
    }
}
