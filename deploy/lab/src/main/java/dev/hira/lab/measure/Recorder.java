package dev.hira.lab.measure;

import java.util.ArrayList;
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

    /** The part of a time in which a device was at work. */
    public double busy(String device, long from, long to) {
        long sum = 0;
        for (Slot slot : slots) {
            if (slot.device().equals(device)) {
                sum += Math.max(0, Math.min(to, slot.end()) - Math.max(from, slot.begin()));
            }
        }
        return (double) sum / (to - from);
    }

    /** One piece of work. */
    public record Slot(String vm, String guest, String device, long begin, long end) {}
}
