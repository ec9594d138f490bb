package dev.hira.sim.driver.object;

import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.memory.PlacementResult;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The device memory that a process may have: places memory, or refuses it. */
public final class MemoryQuota {
    private final ProcessState process;
    private final OwnProcesses processes;
    private final AtomicLong unstated = new AtomicLong();
    private volatile long limit = Long.MAX_VALUE;

    MemoryQuota(ProcessState process, OwnProcesses processes) {
        this.process = process;
        this.processes = processes;
    }

    /**
     * Limits the device memory of the process from now on; the memory of all processes of the same
     * VM counts.
     */
    public void limit(long bytes) {
        limit = bytes;
    }

    /** The bytes of variables and heaps, whose sizes no call states. Any thread. */
    public long unstatedBytes() {
        return unstated.get();
    }

    /** The sum to which the process's contexts add the bytes whose sizes no call states. */
    AtomicLong unstated() {
        return unstated;
    }

    /** Places memory that a call asks for at an address that the guest has chosen. */
    public PlacementResult<ChannelOperation> placeAt(SimContext context, long start, long bytes) {
        return place("the allocation needs ", bytes, () -> context.memory().place(start, bytes));
    }

    /** Places memory whose size no call states: a variable of a module, or a heap. */
    PlacementResult<ChannelOperation> place(SimContext context, long bytes) {
        return place(
                "variables of modules and heaps of kernels need ",
                bytes,
                () -> context.memory().placeAnywhere(bytes));
    }

    private PlacementResult<ChannelOperation> place(
            String need, long bytes, Supplier<PlacementResult<ChannelOperation>> place) {
        long most = limit;
        if (most == Long.MAX_VALUE) {
            return place.get();
        }
        return processes.place(
                process,
                bytes,
                most,
                place,
                used ->
                        new PlacementResult.NoMemory<>(
                                need
                                        + bytes
                                        + " bytes more; the VM has "
                                        + used
                                        + " bytes of device memory, and its quota is "
                                        + most));
    }
}
