package dev.hira.lab.world;

import dev.hira.sim.engine.DeviceEngines;
import java.util.HashMap;
import java.util.Map;

/** A device of the laboratory: its engines, and the VMs with queued work. */
final class LabDevice {
    private final String name;
    private final DeviceEngines engines;
    private final double penalty;
    private final Map<String, Integer> queued = new HashMap<>();

    LabDevice(String name, DeviceEngines engines, double penalty) {
        this.name = name;
        this.engines = engines;
        this.penalty = penalty;
    }

    String name() {
        return name;
    }

    DeviceEngines engines() {
        return engines;
    }

    void queued(String vm) {
        queued.merge(vm, 1, Integer::sum);
    }

    void ended(String vm) {
        queued.computeIfPresent(vm, (v, n) -> n == 1 ? null : n - 1);
    }

    /** Returns the time of a kernel that takes this long alone. */
    long kernelNanos(long alone) {
        return queued.size() > 1 ? Math.round(alone * (1 + penalty)) : alone;
    }
}
