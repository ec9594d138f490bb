package dev.hira.sim.driver.object;

import dev.hira.api.SessionNames;
import dev.hira.api.WorkListener;
import dev.hira.api.WorkTrace;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.source.BuildOwner;
import dev.hira.base.SharedBudget;
import dev.hira.base.SharedLongMap;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.engine.BoundedExecutor;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.DeviceEngines;
import dev.hira.sim.kernel.KernelContext;
import dev.hira.sim.kernel.KernelLoader;
import dev.hira.sim.memory.Allocation;
import dev.hira.sim.memory.ProcessMemory;
import dev.hira.sim.work.CallTimes;
import dev.hira.sim.work.KernelHolds;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The state of one process: its objects, contexts, pinned memory and threads. */
public final class ProcessState implements AutoCloseable {
    private static final int MOST_HOST_CALLS = 64;

    private final ProcessOwner owner;
    private final List<SimDevice> devices;
    private final KernelLoader kernels;
    private final boolean perThreadDefault;
    private final SessionNames names = new SessionNames();
    private final SharedLongMap<SimObject> objects = new SharedLongMap<>();
    private final List<SimContext> contexts = new CopyOnWriteArrayList<>();
    private final PinnedMemory hostMemory = new PinnedMemory();
    private final DevicePrimaryContexts primaries;
    private final StagingBudget staging;
    private final ModuleBudget modules;
    private final BuildOwner builds;
    private final SharedBudget.Part heap;
    private final Executor hostCalls;
    private final ConcurrentHashMap<Long, LaneState> lanes = new ConcurrentHashMap<>();
    private final DeviceChoices choices = new DeviceChoices(this);
    private final KernelHolds holds =
            new KernelHolds(this::kernels, this::kernelsAt, () -> work().mayNotBeHeld());
    private final SubmittedWork work = new SubmittedWork(contexts, holds::letAllGo);
    private volatile WorkListener listener = WorkListener.NONE;
    private volatile @Nullable WorkTrace trace;
    private volatile long kernelLimitNanos = Long.MAX_VALUE;
    private final OwnProcesses processes;
    private final MemoryQuota quota;
    private final ProcessMemory memory = new ProcessMemory();
    private final ContextCreation creation;
    private volatile MemorySegment shared = MemorySegment.NULL;
    private volatile boolean initialized;
    private volatile boolean closed;
    private volatile boolean printsByLaunch;

    /**
     * Creates a process.
     *
     * @param devices the devices that it may use
     * @param books the books of its host
     * @param hostThreads runs host functions
     * @param perThreadDefault whether stream 0 is the default stream of each thread
     */
    public ProcessState(
            ProcessOwner owner,
            List<SimDevice> devices,
            KernelLoader kernels,
            HostBooks books,
            Executor hostThreads,
            boolean perThreadDefault) {
        this.owner = owner;
        this.devices = List.copyOf(devices);
        this.kernels = kernels;
        this.processes = books.processes();
        this.quota = new MemoryQuota(this, processes);
        this.creation = new ContextCreation(this, books);
        this.staging = books.staging().ofProcess();
        this.modules = books.newModules(owner.vm());
        this.builds = new BuildOwner(owner.vm());
        this.heap = books.newHeap();
        this.hostCalls = new BoundedExecutor(hostThreads, MOST_HOST_CALLS);
        this.perThreadDefault = perThreadDefault;
        this.primaries = new DevicePrimaryContexts(this);
    }

    public List<SimDevice> devices() {
        return devices;
    }

    public KernelLoader kernels() {
        return kernels;
    }

    boolean perThreadDefault() {
        return perThreadDefault;
    }

    public SessionNames names() {
        return names;
    }

    public SharedLongMap<SimObject> objects() {
        return objects;
    }

    /** Sets the listener for the device work of calls. Must precede all calls. */
    public void watch(WorkListener other) {
        listener = other;
    }

    /** The listener for the device work of calls. */
    public WorkListener listener() {
        return listener;
    }

    /** Traces the work of calls; null: ends the trace. */
    public void trace(@Nullable WorkTrace receiver) {
        trace = receiver;
    }

    /** The receiver of the work of calls; null while it is not traced. */
    public @Nullable WorkTrace trace() {
        return trace;
    }

    /** Reports the owners of the work that its devices execute now and do not hold. */
    public void tellRunning(CallTimes to) {
        for (SimContext context : contexts) {
            if (!holds.holds(context.kernels())) {
                context.channels().tellRunning(to);
            }
        }
    }

    /** Reports the work that a device has begun, and the device time that it has taken so far. */
    public void tellSpent(int device, CallTimes to) {
        for (SimContext context : contexts) {
            if (devices.indexOf(context.device()) == device) {
                context.channels().tellRunning(to);
            }
        }
    }

    private List<KernelContext> kernelsAt(int device) {
        List<KernelContext> kernelsThere = new ArrayList<>();
        for (SimContext context : contexts) {
            if (devices.indexOf(context.device()) == device) {
                kernelsThere.add(context.kernels());
            }
        }
        return kernelsThere;
    }

    /** The devices at which the process's kernels are held. */
    public KernelHolds holds() {
        return holds;
    }

    /** Limits the run time of each kernel of the process from now on, also of running ones. */
    public void limitKernels(long nanos) {
        if (nanos <= 0) {
            throw new IllegalArgumentException(
                    "kernels cannot run for " + nanos + " ns; the limit must be positive");
        }
        kernelLimitNanos = nanos;
    }

    /** Passes the text of each kernel on when it has ended, to the listener. Before all calls. */
    public void printByLaunch() {
        printsByLaunch = true;
    }

    boolean printsByLaunch() {
        return printsByLaunch;
    }

    /** Counts device memory of all contexts, also of those that are destroyed. */
    public ProcessMemory memory() {
        return memory;
    }

    /** Places the process's device memory within its quota. */
    public MemoryQuota quota() {
        return quota;
    }

    /** The time of the devices' clock, which all devices of a host share. */
    public long nanos() {
        return devices.isEmpty() ? 0 : devices.getFirst().engines().nanos();
    }

    /** The work of all contexts. */
    public SubmittedWork work() {
        return work;
    }

    /** The longest run time of a kernel of the process; the device may allow less. */
    long kernelLimitNanos() {
        return kernelLimitNanos;
    }

    /** Treats memory that it shares with its guest as pinned until the process is closed. */
    public void pin(MemorySegment memory) {
        hostMemory.register(memory, memory.byteSize(), 0);
        shared = memory;
    }

    /** The memory that the process shares with its guest, without bytes when there is none. */
    public MemorySegment shared() {
        return shared;
    }

    public PinnedMemory hostMemory() {
        return hostMemory;
    }

    public DevicePrimaryContexts primaries() {
        return primaries;
    }

    public StagingBudget staging() {
        return staging;
    }

    public ModuleBudget modules() {
        return modules;
    }

    /** Makes the builds of programs in source. */
    public BuildOwner builds() {
        return builds;
    }

    /** The heap for queued operations, callbacks and arguments of kernels. */
    public SharedBudget.Part heap() {
        return heap;
    }

    ProcessOwner owner() {
        return owner;
    }

    /** Runs the host functions of the process's streams. */
    Executor hostCalls() {
        return hostCalls;
    }

    /** The numbers and addresses that the process and its devices choose. */
    public DeviceChoices choices() {
        return choices;
    }

    /** Returns the state of a thread. */
    public LaneState lane(long lane) {
        return lanes.computeIfAbsent(lane, id -> new LaneState(this, id));
    }

    /**
     * Returns the state of a thread that has no lane number; it lives as long as its holder refers
     * to it.
     */
    public LaneState detachedLane() {
        return new LaneState(this, -choices.newId());
    }

    /** The threads that have lane numbers. */
    public Collection<LaneState> lanes() {
        return lanes.values();
    }

    /** Forgets a thread that has ended. */
    public void endLane(long lane) {
        if (lanes.remove(lane) != null) {
            contexts.forEach(context -> context.endLane(lane));
        }
    }

    /**
     * Counts the process's memory with that of the other processes of its VM until it is closed.
     */
    public void register() {
        processes.add(this);
    }

    /** Makes the process ready for calls, as {@code cuInit} does. */
    public void initialize() {
        initialized = true;
    }

    public void requireOpen() {
        if (closed) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_DEINITIALIZED, "the process has closed its driver");
        }
        if (!initialized) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_NOT_INITIALIZED, "call cuInit before other functions");
        }
    }

    public SimDevice device(int ordinal) {
        requireOpen();
        if (ordinal < 0 || ordinal >= devices.size()) {
            throw CudaFailures.of(
                    CUresult.CUDA_ERROR_INVALID_DEVICE,
                    "the process has no device "
                            + ordinal
                            + "; it has "
                            + devices.size()
                            + ", counted from 0");
        }
        return devices.get(ordinal);
    }

    /** Returns the process's number of a device, which may differ from the host's. */
    public int ordinal(SimDevice device) {
        return devices.indexOf(device);
    }

    /** Returns the process's number of the device that has these engines. */
    int ordinal(DeviceEngines engines) {
        for (int i = 0; i < devices.size(); i++) {
            if (devices.get(i).engines() == engines) {
                return i;
            }
        }
        return 0;
    }

    /** Creates a context. */
    public synchronized SimContext createContext(long name, int flags, SimDevice device) {
        SimContext context = creation.create(name, flags, device);
        contexts.add(context);
        work.begins(context);
        return context;
    }

    /** Adds an object under its name. */
    public void enter(SimObject object) {
        if (!objects.putIfAbsent(object.name(), object)) {
            throw CudaFailures.invalidValue(
                    "the name "
                            + CudaFailures.hex(object.name())
                            + " cannot be given to a new object, because it is 0 or in use");
        }
        if (object instanceof SimFunction function) {
            function.module().functions().add(function.name());
        }
    }

    /** Removes an object that has this name. */
    public void leave(SimObject object) {
        objects.remove(object.name());
        if (object instanceof SimFunction function) {
            function.module().functions().remove(function.name());
        }
    }

    /** Ends a module with its kernels and variables; without effect when it has ended. */
    public void endModule(SimModule module) {
        if (objects.remove(module.name()) == null) {
            return;
        }
        module.functions().forEach(objects::remove);
        module.variables().forEach(module.context()::free);
        modules.give(module.textBytes());
    }

    /** Ends a context and forgets all objects that it owns. */
    public void destroyContext(SimContext context) {
        contexts.remove(context);
        for (SimObject object : objects.removeIf(each -> each.context() == context)) {
            if (object instanceof SimModule module) {
                modules.give(module.textBytes());
            }
        }
        names.releaseParent(context.name());
        work.ends(context);
        context.destroy();
    }

    /** Returns the context of this name. */
    public SimContext context(long name) {
        requireOpen();
        if (objects.get(name) instanceof SimContext context) {
            return context;
        }
        throw CudaFailures.invalidContext("the process has no context " + CudaFailures.hex(name));
    }

    /**
     * Returns the allocation that contains all these bytes, in any context of this process, or
     * null.
     */
    public @Nullable Allocation<ChannelOperation> find(long address, long bytes) {
        for (SimContext context : contexts) {
            if (context.memory().window().contains(address)) {
                return context.memory().find(address, bytes);
            }
        }
        return null;
    }

    /** Returns the context whose window contains an address, or null. */
    public @Nullable SimContext ownerOf(long address) {
        for (SimContext context : contexts) {
            if (context.memory().window().contains(address)) {
                return context;
            }
        }
        return null;
    }

    /** The bytes that the process has allocated on a device. */
    public long used(int device) {
        return contexts.stream()
                .filter(context -> context.device() == devices.get(device))
                .mapToLong(context -> context.memory().used())
                .sum();
    }

    /** The bytes that the process has allocated on all devices. */
    long used() {
        return contexts.stream().mapToLong(context -> context.memory().used()).sum();
    }

    /** The contexts of the process. */
    public List<SimContext> contexts() {
        return contexts;
    }

    /** The number of objects that the guest has named. */
    public int objectCount() {
        return objects.size();
    }

    /** Whether the process is closed. */
    public boolean closed() {
        return closed;
    }

    /** Releases everything. Drops work that has not begun and waits for work that has. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        builds.close();
        modules.refuseReading();
        holds.close();
        contexts.forEach(SimContext::kill);
        contexts.forEach(SimContext::bury);
        contexts.clear();
        objects.removeIf(object -> true);
        modules.close();
        heap.close();
        processes.remove(this);
        lanes.clear();
        hostMemory.close();
    }
}
