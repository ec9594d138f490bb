package dev.hira.cli.top;

import dev.hira.admin.v1.DeviceUsage;
import dev.hira.admin.v1.Reason;
import dev.hira.admin.v1.Vm;
import dev.hira.cli.client.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The last snapshots of {@code top}: how queues grew, and what held VMs up since the last one. */
final class TopHistory {
    private static final int MOST_SNAPSHOTS = 60;
    private static final int[] NONE = {};

    private final Map<String, int[]> queues = new HashMap<>();
    private Map<String, Map<String, Long>> before = Map.of();
    private Map<String, Map<String, Long>> now = Map.of();
    private long nanos;
    private long time;

    /**
     * A reason that holds commands up.
     *
     * @param commands the mean number of commands that waited for it since the last snapshot
     */
    record Wait(String reason, double commands) {}

    /**
     * Adds a snapshot.
     *
     * @param nanoTime its time
     */
    void add(Snapshot snapshot, long nanoTime) {
        nanos = nanoTime - time;
        time = nanoTime;
        before = now;
        now = new HashMap<>();
        for (Vm vm : snapshot.vms()) {
            now.put(vm.getName(), delays(vm));
            push("vm " + vm.getName(), vm.getUsage().getWaiting());
        }
        for (DeviceUsage device : snapshot.devices()) {
            push("device " + device.getName(), device.getWaiting());
        }
    }

    private static Map<String, Long> delays(Vm vm) {
        Map<String, Long> delays = new HashMap<>();
        for (Reason reason : vm.getUsage().getDelayedList()) {
            delays.put(reason.getName(), ValueText.nanos(reason.getTime()));
        }
        return delays;
    }

    private void push(String queue, int waiting) {
        int[] past = queues.getOrDefault(queue, NONE);
        int drop = Math.max(0, past.length + 1 - MOST_SNAPSHOTS);
        int[] next = Arrays.copyOfRange(past, drop, past.length + 1);
        next[next.length - 1] = waiting;
        queues.put(queue, next);
    }

    /** Returns the lengths of a device's queue, the latest last. */
    int[] ofDevice(String device) {
        return queues.getOrDefault("device " + device, NONE);
    }

    /** Returns how many sessions of a VM waited, the latest last. */
    int[] ofVm(String vm) {
        return queues.getOrDefault("vm " + vm, NONE);
    }

    /** Returns what held a VM up since the last snapshot, the most first. */
    List<Wait> waits(String vm) {
        Map<String, Long> earlier = before.get(vm);
        if (earlier == null || nanos <= 0) {
            return List.of();
        }
        List<Wait> waits = new ArrayList<>();
        now.getOrDefault(vm, Map.of())
                .forEach((reason, total) -> {
                    long grown = total - earlier.getOrDefault(reason, 0L);
                    if (grown > 0) {
                        waits.add(new Wait(reason, (double) grown / nanos));
                    }
                });
        waits.sort(Comparator.comparingDouble(Wait::commands).reversed());
        return waits;
    }
}
