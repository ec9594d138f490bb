package dev.hira.lab.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Who had which device when, and how long iterations took: all that happened in a world. */
public final class Recorder {
    private final Map<String, Trace> traces = new LinkedHashMap<>();
    private final List<Slot> slots = new ArrayList<>();

    /** What happened to a VM, or to one of its guests. */
    public Trace trace(String name) {
        return traces.computeIfAbsent(name, n -> new Trace());
    }

    /** Whether anything happened to somebody of this name. */
    public boolean knows(String name) {
        return traces.containsKey(name);
    }

    /** A device has worked for somebody. */
    public void worked(String vm, String guest, String device, long begin, long end) {
        trace(vm).worked(begin, end);
        if (!guest.equals(vm)) {
            trace(guest).worked(begin, end);
        }
        slots.add(new Slot(vm, guest, device, begin, end));
    }

    /** All work, in the order in which it ended. */
    public List<Slot> slots() {
        return slots;
    }

    /** The part of a time in which a device was at work; work at the same time counts once. */
    public double busy(String device, long from, long to) {
        List<Slot> all =
                slots.stream()
                        .filter(slot -> slot.device().equals(device))
                        .sorted(Comparator.comparingLong(Slot::begin))
                        .toList();
        long sum = 0;
        long done = from;
        for (Slot slot : all) {
            long end = Math.min(to, slot.end());
            sum += Math.max(0, end - Math.max(done, slot.begin()));
            done = Math.max(done, end);
        }
        return (double) sum / (to - from);
    }

    /** One piece of work. */
    public record Slot(String vm, String guest, String device, long begin, long end) {}
}
