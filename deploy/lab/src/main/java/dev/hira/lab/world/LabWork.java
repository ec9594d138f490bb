package dev.hira.lab.world;

import dev.hira.sim.engine.EngineOperation;
import dev.hira.sim.engine.cost.Cost;
import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.engine.cost.Role;
import java.util.function.LongConsumer;

/** Work of a known length for an engine: a kernel, or a copy. */
final class LabWork extends EngineOperation {
    private final Role role;
    private final LabDevice device;
    private final long nanos;
    private final long bytes;
    private final Runnable begun;
    private final LongConsumer ended;

    private LabWork(
            Role role,
            LabDevice device,
            long nanos,
            long bytes,
            Runnable begun,
            LongConsumer ended) {
        this.role = role;
        this.device = device;
        this.nanos = nanos;
        this.bytes = bytes;
        this.begun = begun;
        this.ended = ended;
    }

    /**
     * @param begun runs when the device begins the work
     * @param ended receives the device time of the work
     */
    static LabWork kernel(LabDevice device, long nanos, Runnable begun, LongConsumer ended) {
        return new LabWork(Role.COMPUTE, device, nanos, 0, begun, ended);
    }

    static LabWork copy(LabDevice device, Role role, long bytes, LongConsumer ended) {
        long setup = device.engines().profile().costs().copySetup();
        return new LabWork(role, device, setup, bytes, () -> {}, ended);
    }

    @Override
    protected Role role() {
        return role;
    }

    @Override
    protected void execute() {
        begun.run(); // besides, the laboratory is about time only
    }

    @Override
    protected Cost cost() {
        if (role == Role.COMPUTE) {
            return Cost.of(device.kernelNanos(nanos));
        }
        var rates = device.engines().profile().rates();
        long rate = role == Role.TO_DEVICE ? rates.pinnedToDevice() : rates.pinnedToHost();
        return new Cost(nanos, bytes, rate);
    }

    @Override
    protected void count(EngineCounters counters, long took) {
        if (role == Role.COMPUTE) {
            counters.kernel(took);
        } else {
            counters.copy(role, bytes, took);
        }
        ended.accept(took);
    }
}
