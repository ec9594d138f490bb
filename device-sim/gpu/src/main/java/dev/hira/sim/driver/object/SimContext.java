package dev.hira.sim.driver.object;

import dev.hira.api.AddressWindow;
import dev.hira.api.cuda.CUfunc_cache;
import dev.hira.api.cuda.CUsharedconfig;
import dev.hira.sim.device.SimDevice;
import dev.hira.sim.engine.ActionOperation;
import dev.hira.sim.engine.Channel;
import dev.hira.sim.engine.ChannelGroup;
import dev.hira.sim.engine.ChannelOperation;
import dev.hira.sim.engine.MarkOperation;
import dev.hira.sim.engine.WorkFault;
import dev.hira.sim.kernel.WrittenBytes;
import dev.hira.sim.memory.AddressSpace;
import dev.hira.sim.memory.Allocation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A context: an address space and channels on one device, with the guest's settings for them. */
public final class SimContext implements SimObject {
    private final long name;
    private final ProcessState process;
    private final SimDevice device;
    private final long id;
    private final ChannelGroup channels;

    /** Its operations end when no work uses the allocations that present ones have replaced. */
    private final Channel successions;

    /**
     * Held while a place becomes free and its release is queued: what is placed there waits for the
     * release, so it must not be queued before.
     */
    private final Object placing = new Object();

    private final AddressSpace<ChannelOperation> memory;
    private final @Nullable ContextLedger ledger;
    private final ContextLimits limits;
    private final ContextKernels kernels;
    private final Consumer<SimContext> whenClosed;
    private final Map<Long, Channel> perThread = new ConcurrentHashMap<>();
    private final Set<Long> peers = ConcurrentHashMap.newKeySet();

    public volatile int flags;
    public volatile CUfunc_cache cache = CUfunc_cache.CU_FUNC_CACHE_PREFER_NONE;
    public volatile CUsharedconfig banks = CUsharedconfig.CU_SHARED_MEM_CONFIG_DEFAULT_BANK_SIZE;
    private volatile boolean destroyed;

    /**
     * Creates a context.
     *
     * @param whenClosed runs after its memory has been given back
     */
    SimContext(
            long name,
            ProcessState process,
            SimDevice device,
            int flags,
            Consumer<SimContext> whenClosed) {
        this.name = name;
        this.process = process;
        this.whenClosed = whenClosed;
        this.device = device;
        this.id = process.choices().idOf(name);
        this.flags = flags;
        this.channels =
                new ChannelGroup(
                        device.engines(), process.hostCalls(), process::trace, process.heap());
        this.successions = channels.open(false, 0);
        this.ledger =
                device.kernelSettings().checks().any()
                        ? new ContextLedger(this, new WrittenBytes())
                        : null;
        this.memory =
                new AddressSpace<>(
                        AddressWindow.of(name),
                        device.memory(),
                        ledger == null ? null : ledger.written(),
                        process.memory());
        this.limits = new ContextLimits(device.profile());
        this.kernels = new ContextKernels(this, process);
        channels.afterWaiting(kernels.output()::flush);
    }

    @Override
    public long name() {
        return name;
    }

    @Override
    public SimContext context() {
        return this;
    }

    public ProcessState process() {
        return process;
    }

    /** The name of the context's process, for reports. */
    String owner() {
        return process.owner().name();
    }

    /** The checks' record of the context's memory, or null without checks. */
    public @Nullable ContextLedger ledger() {
        return ledger;
    }

    public SimDevice device() {
        return device;
    }

    /** A number that no other context of the process has or had. */
    public long id() {
        return id;
    }

    public ChannelGroup channels() {
        return channels;
    }

    public AddressSpace<ChannelOperation> memory() {
        return memory;
    }

    /** The context as its kernels see it. */
    public ContextKernels kernels() {
        return kernels;
    }

    public ContextLimits limits() {
        return limits;
    }

    /** The contexts with memory that this one may access. */
    public Set<Long> peers() {
        return peers;
    }

    boolean destroyed() {
        return destroyed;
    }

    /** The default streams of threads, by their lane numbers. */
    public Map<Long, Channel> perThread() {
        return perThread;
    }

    /** Returns the default stream of a thread. */
    public Channel perThread(long lane) {
        return perThread.computeIfAbsent(lane, this::openPerThread);
    }

    private Channel openPerThread(long lane) {
        Channel channel = channels.open(true, 0);
        channel.numbered(-1 - lane);
        return channel;
    }

    /** Forgets the default stream of a thread that has ended. */
    void endLane(long lane) {
        Channel channel = perThread.remove(lane);
        if (channel != null) {
            channels.close(channel);
        }
    }

    /**
     * Checks that the context can be used.
     *
     * @throws dev.hira.api.cuda.CudaException when it is destroyed or its work has failed
     */
    public void requireUsable() {
        requireAlive();
        @Nullable WorkFault fault = channels.fault();
        if (fault != null) {
            throw CudaFailures.of(fault);
        }
    }

    /**
     * Checks that the context has not ended.
     *
     * @throws dev.hira.api.cuda.CudaException when it is destroyed
     */
    public void requireAlive() {
        if (destroyed) {
            throw CudaFailures.of(
                    dev.hira.api.cuda.CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
                    "the context " + CudaFailures.hex(name) + " is destroyed");
        }
    }

    /** Frees an allocation after all work submitted before. */
    public boolean free(Allocation<ChannelOperation> allocation) {
        ActionOperation release = new ActionOperation(() -> memory.release(allocation));
        synchronized (placing) {
            if (!memory.retire(allocation, release)) {
                return false;
            }
            channels.submitAfterAll(release, allocation.successorOf());
        }
        return true;
    }

    /**
     * Notes an allocation that was placed. Kernels that are queued from now on begin when no work
     * uses an earlier allocation in its place, because their addresses are unknown.
     */
    public void placed(Allocation<ChannelOperation> allocation) {
        List<ChannelOperation> earlier = allocation.successorOf();
        if (!earlier.isEmpty()) {
            synchronized (placing) {
                channels.submit(successions, new MarkOperation(), earlier);
            }
        }
    }

    /** Returns the operations that must end before a kernel begins that is queued now. */
    public List<ChannelOperation> beforeKernels() {
        ChannelOperation last = successions.last();
        return last.done() ? List.of() : List.of(last);
    }

    /** Frees an allocation at once; no work uses it any more. */
    void freeUnused(Allocation<ChannelOperation> allocation) {
        if (memory.retire(allocation, new ActionOperation(() -> {}))) {
            memory.release(allocation);
        }
    }

    /** Frees an allocation when a channel reaches this point. */
    public boolean freeIn(Channel channel, Allocation<ChannelOperation> allocation) {
        ActionOperation release = new ActionOperation(() -> memory.release(allocation));
        synchronized (placing) {
            if (!memory.retire(allocation, release)) {
                return false;
            }
            channel.group().submit(channel, release, allocation.successorOf());
        }
        return true;
    }

    /**
     * Ends the context: stops kernels, lets other submitted work finish, also work that stands
     * still, then gives its memory back.
     */
    void destroy() {
        destroyed = true;
        noteLeaks();
        channels.stopKernels();
        ActionOperation release = new ActionOperation(this::close);
        memory.retireAll(release);
        channels.submitAfterAll(release);
        channels.standstill().endForGood();
    }

    /**
     * Reports leaks, unless the work has failed: the guest can free nothing in a failed context.
     */
    private void noteLeaks() {
        if (ledger != null && channels.fault() == null) {
            ledger.noteLeaks();
        }
    }

    /**
     * Ends the context at once and drops work that has not begun; {@link #bury} waits for the rest.
     */
    void kill() {
        destroyed = true;
        noteLeaks();
        channels.cancel();
    }

    /**
     * Waits for the work that has begun, then closes. Call after all contexts of the process are
     * killed.
     */
    void bury() {
        channels.awaitAll();
        close();
    }

    private void close() {
        kernels.output().flush();
        channels.end();
        if (memory.close()) {
            whenClosed.accept(this);
        }
    }
}
