package dev.hira.sim;

import dev.hira.api.WorkListener;
import dev.hira.api.WorkTrace;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.opencl.ClResult;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.driver.SimCudaDriver;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.LaneState;
import dev.hira.sim.driver.object.ProcessState;
import dev.hira.sim.opencl.DirectOpenClDriver;
import dev.hira.sim.opencl.SimOpenClDriver;
import dev.hira.sim.opencl.device.OpenClLane;
import dev.hira.sim.opencl.object.OpenClFailures;
import dev.hira.sim.opencl.object.OpenClObjects;
import dev.hira.sim.state.StateTransfer;
import dev.hira.sim.work.CallTimes;
import dev.hira.sim.work.LaneWork;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process on a host: its contexts, objects and memory. Its names and addresses reach nothing of
 * another process. Closing the process releases everything.
 */
public final class SimProcess implements AutoCloseable {
    private final ProcessState state;
    private final List<SimDevice> devices;
    private final Consumer<SimProcess> onClose;
    private final OpenClObjects openClObjects;

    SimProcess(ProcessState state, List<SimDevice> devices, Consumer<SimProcess> onClose) {
        this.state = state;
        this.devices = List.copyOf(devices);
        this.onClose = onClose;
        this.openClObjects = new OpenClObjects(state);
    }

    /** Makes the process ready for calls, as {@code cuInit} does. */
    public void initialize() {
        state.initialize();
    }

    /**
     * Treats memory as pinned, as {@code cuMemHostRegister} does, for a server that shares memory
     * with its guest. The memory must remain until this process is closed.
     */
    public void pin(MemorySegment memory) {
        state.pin(memory);
    }

    /**
     * Returns the driver as one thread of the process sees it, for a server that makes calls for
     * its guests. Different threads may use it one after the other. Closing it only forgets the
     * lane.
     */
    public CudaDriver lane(long lane) {
        LaneState thread = state.lane(lane);
        return new SimCudaDriver(() -> thread, () -> state.endLane(lane));
    }

    /** Returns OpenCL's driver as one thread of the process sees it; like {@link #lane}. */
    public OpenClDriver openClLane(long lane) {
        OpenClLane thread = new OpenClLane(openClObjects, state.lane(lane));
        return new SimOpenClDriver(() -> thread, () -> state.endLane(lane));
    }

    /**
     * Sets the listener for the device work of the process's calls, for a server that accounts for
     * it. Must precede all calls. {@link #work} receives the work of each call of a lane.
     */
    public void watch(WorkListener listener) {
        state.watch(listener);
    }

    /** The listener. */
    public WorkListener listener() {
        return state.listener();
    }

    /** Traces the device work of the process's calls; null: ends the trace. Any thread. */
    public void trace(@Nullable WorkTrace receiver) {
        state.trace(receiver);
    }

    /** The present time of the devices' clock, by which traces tell times. */
    public long nanos() {
        return state.nanos();
    }

    /**
     * Reports the calls that own the kernels and large copies which the devices are executing now
     * and do not hold, with the device time so far. Callable by any thread.
     */
    public void tellRunning(CallTimes to) {
        state.tellRunning(to);
    }

    /**
     * Holds the process's kernels at a device: they stop at their next back edge or block, and wait
     * until they are let go. Callable by any thread.
     *
     * @param device as the process counts
     * @param still runs when none of them runs any longer
     */
    public void holdKernels(int device, Runnable still) {
        state.holds().hold(device, still);
    }

    /** Lets held kernels go on. */
    public void letKernelsGo(int device) {
        state.holds().letGo(device);
    }

    /** Reports the work that a device has begun, with the device time that it has taken so far. */
    public void tellSpent(int device, CallTimes to) {
        state.tellSpent(device, to);
    }

    /** The device work that a lane's calls cause. */
    public LaneWork work(long lane) {
        return state.lane(lane).work();
    }

    /**
     * Passes the text of each kernel on when it has ended, to the listener, with the call that
     * launched it. Must precede all calls.
     */
    public void printByLaunch() {
        state.printByLaunch();
    }

    /** Limits the run time of each kernel of the process that starts from now on. */
    public void limitKernels(long nanos) {
        state.limitKernels(nanos);
    }

    /**
     * Limits the device memory of the process from now on; the memory of all processes of the same
     * VM counts.
     */
    public void limitMemory(long bytes) {
        state.quota().limit(bytes);
    }

    /** The state that moves to another process with the session. */
    public StateTransfer state() {
        return new StateTransfer(state, () -> openClObjects.endLostCommands(state.nanos()));
    }

    /** The device memory of variables and heaps, whose sizes no call states. Any thread. */
    public long unstatedMemory() {
        return state.memory().unstated();
    }

    /** Forgets a lane: its stack of contexts and its default stream. */
    public void endLane(long lane) {
        state.endLane(lane);
    }

    /**
     * Returns the driver for direct use: each calling thread is a lane of its own. Closing it
     * closes the process.
     */
    public CudaDriver driver() {
        return driver(this::close);
    }

    CudaDriver driver(Runnable closing) {
        ThreadLocal<LaneState> lanes = ThreadLocal.withInitial(state::detachedLane);
        return new SimCudaDriver(
                () -> {
                    CudaFailures.requireNoCallback();
                    return lanes.get();
                },
                () -> {
                    CudaFailures.requireNoCallback();
                    closing.run();
                });
    }

    /**
     * Returns OpenCL's driver for direct use: each calling thread is a lane of its own. Closing it
     * closes the process.
     */
    public OpenClDriver openCl() {
        return openCl(this::close);
    }

    OpenClDriver openCl(Runnable closing) {
        ThreadLocal<OpenClLane> lanes =
                ThreadLocal.withInitial(() -> new OpenClLane(openClObjects, state.detachedLane()));
        return new DirectOpenClDriver(
                () -> {
                    if (state.closed()) {
                        throw OpenClFailures.of(
                                ClResult.CL_INVALID_OPERATION,
                                "this driver was closed by its owner; open another one to continue");
                    }
                    return lanes.get();
                },
                closing);
    }

    /** The memory that the process holds on each of its devices. */
    public List<ProcessUse> use() {
        return devices.stream()
                .map(device ->
                        new ProcessUse(device.ordinal(), state.used(devices.indexOf(device))))
                .toList();
    }

    /** The number of objects that have a name. */
    public int objectCount() {
        return state.objectCount();
    }

    /** Releases everything. Drops work that has not begun and waits for work that has. */
    @Override
    public void close() {
        state.close();
        openClObjects.hostMemory().close();
        onClose.accept(this);
    }

    /**
     * The memory that a process holds on a device.
     *
     * @param device the device's number on the host
     * @param usedBytes allocated bytes
     */
    public record ProcessUse(int device, long usedBytes) {}
}
