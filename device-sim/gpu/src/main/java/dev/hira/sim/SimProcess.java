package dev.hira.sim;

import dev.hira.api.WorkListener;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.SimCudaDriver;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.work.LaneWork;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * What one process has on a host: its contexts, its objects and its memory. No name and no address
 * of it reaches anything of another process; closing it releases everything.
 */
public final class SimProcess implements AutoCloseable {
    private final ProcessState state;
    private final List<SimDevice> devices;
    private final Consumer<SimProcess> onClose;

    SimProcess(ProcessState state, List<SimDevice> devices, Consumer<SimProcess> onClose) {
        this.state = state;
        this.devices = List.copyOf(devices);
        this.onClose = onClose;
    }

    /** Makes the process ready for calls, as {@code cuInit} does. */
    public void initialize() {
        state.initialize();
    }

    /**
     * Takes memory for pinned, as {@code cuMemHostRegister} does, for servers that share some with
     * the guest. It must stay until this process is closed.
     */
    public void pin(MemorySegment memory) {
        state.pin(memory);
    }

    /**
     * The driver as one thread of the process sees it, for servers that make calls for others. It
     * may be used by different threads one after the other. Closing it forgets the lane only.
     */
    public CudaDriver lane(long lane) {
        LaneState thread = state.lane(lane);
        return new SimCudaDriver(() -> thread, () -> state.endLane(lane));
    }

    /**
     * Has somebody told what the calls of the process come to at the devices, for servers that
     * account for it; before any call. The work of a lane's call is what {@link #work} is told.
     */
    public void watch(WorkListener listener) {
        state.watch(listener);
    }

    /** Who is told. */
    public WorkListener listener() {
        return state.listener();
    }

    /** Says which calls' kernels and large copies the devices are at right now. Any thread. */
    public void tellRunning(LongConsumer to) {
        state.tellRunning(to);
    }

    /** The device work that a lane's calls cause. */
    public LaneWork work(long lane) {
        return state.lane(lane).work();
    }

    /** Lets no kernel of the process that begins from now on run for longer. */
    public void limitKernels(long nanos) {
        state.limitKernels(nanos);
    }

    /** Lets variables of modules and heaps fill no more device memory, all it has included. */
    public void limitMemory(long bytes) {
        state.limitMemory(bytes);
    }

    /** Forgets a lane: its stack of contexts and its default stream. */
    public void endLane(long lane) {
        state.endLane(lane);
    }

    /**
     * The driver for direct use: each thread that calls is a lane of its own. Closing it closes the
     * process.
     */
    public CudaDriver driver() {
        return driver(this::close);
    }

    CudaDriver driver(Runnable closing) {
        ThreadLocal<LaneState> lanes = ThreadLocal.withInitial(state::detachedLane);
        return new SimCudaDriver(lanes::get, closing);
    }

    /** What it holds on each of its devices. */
    public List<ProcessUse> use() {
        return devices.stream()
                .map(device ->
                        new ProcessUse(device.ordinal(), state.used(devices.indexOf(device))))
                .toList();
    }

    /** How many objects it has named. */
    public int objectCount() {
        return state.objectCount();
    }

    /** Releases everything: work that has not begun is dropped, work that has is waited for. */
    @Override
    public void close() {
        state.close();
        onClose.accept(this);
    }

    /**
     * What a process holds on a device.
     *
     * @param device its number on the host
     * @param usedBytes what is allocated
     */
    public record ProcessUse(int device, long usedBytes) {}
}
