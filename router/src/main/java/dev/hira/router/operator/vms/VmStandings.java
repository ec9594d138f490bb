package dev.hira.router.operator.vms;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The standing of each VM. Lives as long as the router. Thread-safe.
 *
 * <p>A thread that opens a session registers it first and reads the standing afterwards; a thread
 * that changes a standing looks for sessions afterwards. So no session is missed.
 */
public final class VmStandings {
    private final ConcurrentMap<String, VmStanding> special = new ConcurrentHashMap<>();

    /** Returns a VM's standing. */
    public VmStanding of(String vm) {
        return special.getOrDefault(vm, VmStanding.RUNNING);
    }

    /** Changes a VM's standing and returns the former one. */
    public VmStanding set(String vm, VmStanding standing) {
        VmStanding before =
                standing.equals(VmStanding.RUNNING)
                        ? special.remove(vm)
                        : special.put(vm, standing);
        return before == null ? VmStanding.RUNNING : before;
    }

    /** Returns the VMs that may not work, by name. */
    public Set<String> special() {
        return new TreeSet<>(special.keySet());
    }
}
