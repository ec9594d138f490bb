package dev.hira.lab.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The record of a world: the use of each device over time, and the times of iterations. */
public final class Recorder {
    private final Map<String, Trace> traces = new LinkedHashMap<>();
    private final List<DeviceWork> work = new ArrayList<>();

    /** Returns the trace of a VM, or of one of its guests. */
    public Trace trace(String name) {
        return traces.computeIfAbsent(name, n -> new Trace());
    }

    /** Returns whether a VM or guest of this name has a trace. */
    public boolean knows(String name) {
        return traces.containsKey(name);
    }

    /** Records work of a device for a VM and its guest. */
    public void worked(String vm, String guest, String device, long begin, long end) {
        trace(vm).worked(begin, end);
        if (!guest.equals(vm)) {
            trace(guest).worked(begin, end);
        }
        work.add(new DeviceWork(vm, guest, device, begin, end));
    }

    /** Returns all work, in the order in which it ended. */
    public List<DeviceWork> work() {
        return work;
    }

    /** Returns the part of a time in which a device was busy; concurrent work counts once. */
    public double busy(String device, long from, long to) {
        List<DeviceWork> all =
                work.stream()
                        .filter(one -> one.device().equals(device))
                        .sorted(Comparator.comparingLong(DeviceWork::begin))
                        .toList();
        long sum = 0;
        long done = from;
        for (DeviceWork one : all) {
            long end = Math.min(to, one.end());
            sum += Math.max(0, end - Math.max(done, one.begin()));
            done = Math.max(done, end);
        }
        return (double) sum / (to - from);
    }

    /** One piece of work of a device. */
    public record DeviceWork(String vm, String guest, String device, long begin, long end) {}
}
