package dev.hira.serving.metrics;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedSet;

/**
 * Decides which VMs have their names in metrics, so that the number of time series is bounded. A VM
 * gets a label when it is first seen, if there is room, and keeps it until it has been idle for
 * long; a VM without room counts as {@link #OTHER} as long as it is known, so that no sum jumps
 * because another VM leaves. Safe for use by any thread.
 */
public final class VmLabels {
    /** The label of all unnamed VMs. */
    public static final String OTHER = "other";

    /** The most VMs that are counted as others between two updates. */
    private static final int MOST_OTHERS = 10_000;

    private final int most;
    private final long lingerNanos;

    /** The time at which each named VM was last known to be active, the earliest first. */
    @GuardedBy("this")
    private final SequencedMap<String, Long> named = new LinkedHashMap<>();

    /** The time of the last update. */
    @GuardedBy("this")
    private long updated = Long.MIN_VALUE;

    @GuardedBy("this")
    private final Set<String> others = new HashSet<>();

    /**
     * @param most the most named VMs
     * @param lingerNanos how long a VM without sessions keeps its label
     */
    public VmLabels(int most, long lingerNanos) {
        this.most = most;
        this.lingerNanos = lingerNanos;
    }

    /** Gives a VM a label as soon as it has a session, which may end before the next update. */
    public synchronized void opened(long now, String vm) {
        if (mayName(now, vm)) {
            named.putLast(vm, now);
        } else if (others.size() < MOST_OTHERS) {
            others.add(vm);
        }
    }

    @GuardedBy("this")
    private boolean mayName(long now, String vm) {
        if (named.containsKey(vm)) {
            return true;
        }
        if (others.contains(vm)) {
            return false;
        }
        if (named.size() == most) {
            forgetIdle(now);
        }
        return named.size() < most;
    }

    /**
     * Forgets the names of VMs that have been idle for long. A VM that was active at the last
     * update, or has opened a session since, may still be active.
     */
    @GuardedBy("this")
    private void forgetIdle(long now) {
        Map.Entry<String, Long> first = named.firstEntry();
        while (first != null
                && first.getValue() < updated
                && now - first.getValue() > lingerNanos) {
            named.pollFirstEntry();
            first = named.firstEntry();
        }
    }

    /**
     * Updates the labels.
     *
     * @param active the VMs that have sessions now
     * @param known all known VMs, active or not
     * @return the label of each VM that has one
     */
    public synchronized Map<String, String> update(
            long now, SortedSet<String> active, Set<String> known) {
        named.entrySet().removeIf(vm -> isGone(vm.getKey(), vm.getValue(), now, active, known));
        others.retainAll(known);
        updated = now;
        for (String vm : active) {
            if (named.containsKey(vm) || (named.size() < most && !others.contains(vm))) {
                named.putLast(vm, now);
            } else {
                others.add(vm);
            }
        }
        Map<String, String> labels = new HashMap<>();
        named.keySet().forEach(vm -> labels.put(vm, vm));
        others.forEach(vm -> labels.put(vm, OTHER));
        return labels;
    }

    private boolean isGone(String vm, long seen, long now, Set<String> active, Set<String> known) {
        return !known.contains(vm) || (!active.contains(vm) && now - seen > lingerNanos);
    }

    /** Returns a VM's label by the last update. */
    public synchronized Optional<String> of(String vm) {
        return named.containsKey(vm)
                ? Optional.of(vm)
                : others.contains(vm) ? Optional.of(OTHER) : Optional.empty();
    }
}
