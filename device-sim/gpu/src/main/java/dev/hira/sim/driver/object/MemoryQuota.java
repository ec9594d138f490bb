package dev.hira.sim.driver.object;

import dev.hira.api.BlockingBan;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.memory.PlacementResult;
import java.util.function.Supplier;

/**
 * The device memory that a process may have: places memory, or refuses it.
 *
 * <p>Freeing never waits for work. Memory that was freed while unfinished work uses it counts
 * apart: with what is allocated it is at most twice the quota, and twice what the device has. An
 * allocation by a call that only lacks such memory waits for the work, on the real clock.
 */
public final class MemoryQuota {
    /** The longest wait for freed memory while none of the work that uses it is under way. */
    private static final long MOST_IDLE_NANOS = 5_000_000_000L;

    /** The interval at which a waiting allocation tries again. */
    private static final long LOOK_NANOS = 10_000_000;

    private final ProcessState process;
    private final OwnProcesses processes;
    private volatile long limit = Long.MAX_VALUE;

    MemoryQuota(ProcessState process, OwnProcesses processes) {
        this.process = process;
        this.processes = processes;
    }

    /**
     * Limits the device memory of the process from now on; the memory of all processes of the same
     * VM counts that have a limit. A process to which a session is being moved has none.
     */
    public void limit(long bytes) {
        limit = bytes;
    }

    /** Whether the process has a limit. */
    boolean limited() {
        return limit != Long.MAX_VALUE;
    }

    /**
     * Places memory that a call asks for at an address that the guest has chosen. Waits for work
     * that uses freed memory if the memory then suffices; gives up when none of that work is under
     * way for five seconds.
     *
     * @throws dev.hira.api.WouldWaitException instead of waiting, on a thread that must not wait
     */
    public PlacementResult<ChannelOperation> placeAt(
            LaneState lane, SimContext context, long start, long bytes) {
        PlacementResult<ChannelOperation> placed = placeAt(context, start, bytes);
        DeviceEngines engines = context.channels().engines();
        long since = engines.nanos();
        while (placed instanceof PlacementResult.NoMemory<ChannelOperation> none
                && none.later()
                && !engines.modelled()
                && !process.closed()
                && engines.nanos() - since <= MOST_IDLE_NANOS) {
            BlockingBan.require();
            if (awaitSome(lane, context)) {
                since = engines.nanos();
            }
            placed = placeAt(context, start, bytes);
        }
        return placed;
    }

    /**
     * Waits a moment for work of the process that uses freed memory, or for that of others.
     *
     * @return whether some of the process has ended, or is under way
     */
    private boolean awaitSome(LaneState lane, SimContext context) {
        boolean underWay = false;
        ChannelGroup group = context.channels();
        ChannelOperation pending = null;
        for (SimContext each : process.contexts()) {
            ChannelOperation found = each.memory().anyPending();
            if (found != null) {
                group = each.channels();
                pending = found;
                underWay |= group.standstill().asked() || !group.underWay().isEmpty();
            }
        }
        if (pending == null) {
            group.leaveAlone(group.legacy(), LOOK_NANOS);
            return false;
        }
        return lane.await(group, pending, LOOK_NANOS) || underWay;
    }

    private PlacementResult<ChannelOperation> placeAt(SimContext context, long start, long bytes) {
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
                (used, retiring, later) ->
                        new PlacementResult.NoMemory<>(
                                need
                                        + bytes
                                        + " bytes more; the VM has "
                                        + used
                                        + " bytes of device memory, and its quota is "
                                        + most
                                        + (retiring == 0
                                                ? ""
                                                : "; "
                                                        + retiring
                                                        + " bytes more are freed when work ends"),
                                later));
    }
}
