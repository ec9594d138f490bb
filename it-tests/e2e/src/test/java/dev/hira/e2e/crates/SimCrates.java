package dev.hira.e2e.crates;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.SimProcess;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Crates on simulated GPUs, as one lane sees them. */
final class SimCrates implements Crates {
    private final CudaDriver device;
    private final Map<Long, Place> places = new HashMap<>();
    private boolean ready;

    private SimCrates(CudaDriver device) {
        this.device = device;
    }

    static Crates lane(SimProcess process, long lane) {
        return new SimCrates(process.lane(lane));
    }

    @Override
    public void make(long name, long bytes) {
        prepare();
        places.put(name, new Place(device.cuMemAlloc(bytes), bytes));
    }

    @Override
    public void fill(long name) {
        Place place = Objects.requireNonNull(places.get(name));
        device.cuMemsetD8(place.address(), 7, place.bytes());
    }

    @Override
    public long freeBytes() {
        prepare();
        return device.cuMemGetInfo().free();
    }

    private void prepare() {
        if (!ready) {
            device.cuInit(0);
            device.cuCtxCreate(0, 0);
            ready = true;
        }
    }

    private record Place(long address, long bytes) {}
}
