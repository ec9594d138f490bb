package dev.hira.router.vms;

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
    private final ConcurrentMap<String, Standing> special = new ConcurrentHashMap<>();

    /** A VM's standing. */
    public Standing of(String vm) {
        return special.getOrDefault(vm, Standing.RUNNING);
    }

    /** Changes a VM's standing; returns the one before. */
    public Standing set(String vm, Standing standing) {
        Standing before =
                standing.equals(Standing.RUNNING) ? special.remove(vm) : special.put(vm, standing);
        return before == null ? Standing.RUNNING : before;
    }

    /** The VMs that may not work, by name. */
    public Set<String> special() {
        return new TreeSet<>(special.keySet());
    }
}
