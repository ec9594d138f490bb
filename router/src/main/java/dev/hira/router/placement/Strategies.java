package dev.hira.router.placement;

import dev.hira.router.config.PlacementConfig;

/** The strategies that a configuration can name. */
public final class Strategies {
    /** A weight greater than any number of sessions. */
    private static final double MUCH = 1e6;

    private Strategies() {}

    /** Returns the strategy of this name. */
    public static PlacementStrategy of(PlacementConfig config) {
        return switch (config) {
            case LEAST_LOADED -> new ByWeight((d, _) -> -d.sessions(), (_, _) -> true);
            case PEGASUS -> new ByWeight(Strategies::pegasus, Strategies::hasMemory);
            case MEMORY_FIT -> new ByWeight((d, _) -> -d.freeBytes(), Strategies::hasMemory);
            case AFFINITY -> new ByWeight(Strategies::affinity, (_, _) -> true);
            case SPREAD ->
                    new ByWeight((d, r) -> -others(d, r) * MUCH - d.sessions(), (_, _) -> true);
            case PACK -> new ByWeight((d, _) -> d.sessions(), Strategies::hasMemory);
        };
    }

    /**
     * Implements Pegasus' selection phase (Gupta et al., USENIX ATC 2011): the product of a
     * device's static score and the free part of its memory, divided among the VMs bound to it and
     * as many more as the device's scheduler reports as strain.
     */
    private static double pegasus(DeviceView device, PlacementRequest request) {
        double free = (double) device.freeBytes() / Math.max(1, device.memoryBytes());
        return device.score() * free / (1 + device.vms().size() + device.strain());
    }

    private static double affinity(DeviceView device, PlacementRequest request) {
        return (device.vms().contains(request.vm()) ? MUCH : 0) - device.sessions();
    }

    private static int others(DeviceView device, PlacementRequest request) {
        return device.vms().size() - (device.vms().contains(request.vm()) ? 1 : 0);
    }

    /** Whether the device has free all memory that the VM may hold, or the VM is there already. */
    private static boolean hasMemory(DeviceView device, PlacementRequest request) {
        return device.freeBytes() >= request.memoryBytes() || device.vms().contains(request.vm());
    }
}
