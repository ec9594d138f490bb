package dev.hira.router.operator.vms;

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The standing of each VM. Lives as long as the router. Safe for use by any thread.
 *
 * <p>Who opens a session registers it first and looks here afterwards, who changes a standing looks
 * for sessions afterwards: so no session is missed.
 */
public final class VmStandings {
    private final ConcurrentMap<String, VmStanding> special = new ConcurrentHashMap<>();

    /** A VM's standing. */
    public VmStanding of(String vm) {
        return special.getOrDefault(vm, VmStanding.RUNNING);
    }

    /** Changes a VM's standing; returns the one before. */
    public VmStanding set(String vm, VmStanding standing) {
        VmStanding before =
                standing.equals(VmStanding.RUNNING)
                        ? special.remove(vm)
                        : special.put(vm, standing);
        return before == null ? VmStanding.RUNNING : before;
    }

    /** The VMs that may not work, by name. */
    public Set<String> special() {
        return new TreeSet<>(special.keySet());
    }
}
