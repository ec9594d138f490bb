package dev.hira.guest.cuda;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.cuda.CudaFunctions;
import dev.hira.api.cuda.stub.CudaStub;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.session.GuestSession;
import dev.hira.guest.session.OpenWriter;
import dev.hira.guest.session.SessionStats;
import dev.hira.link.Link;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The CUDA driver of a guest. The generated stub sends most functions to the server; this class
 * answers the ones that the guest can answer itself: each thread's current context, pinned host
 * memory, and the names of errors.
 */
public final class CudaGuest extends CudaStub {
    private static final StubApi API =
            new StubApi(
                    "CUDA",
                    CudaFunctions.API,
                    CudaFunctions.DIGEST,
                    CudaException::new,
                    CUresult.CUDA_ERROR_DEINITIALIZED.value(),
                    CUresult.CUDA_ERROR_DEVICE_UNAVAILABLE.value(),
                    CUresult.CUDA_ERROR_OUT_OF_MEMORY.value(),
                    CUresult.CUDA_ERROR_NOT_PERMITTED.value(),
                    CUresult.CUDA_ERROR_ECC_UNCORRECTABLE.value(),
                    CUresult.CUDA_ERROR_INVALID_VALUE.value(),
                    CUresult.CUDA_ERROR_UNKNOWN.value());

    private final GuestSession guest;
    private final ContextStacks stacks = new ContextStacks();
    private final ConcurrentHashMap<Long, Integer> devices = new ConcurrentHashMap<>();
    private final GuestPrimaryContexts primaries = new GuestPrimaryContexts();
    private final GuestHostMemory hostMemory;
    private volatile boolean initialized;

    private CudaGuest(GuestSession guest) {
        super(new CudaSession(guest));
        this.guest = guest;
        this.hostMemory = new GuestHostMemory(guest::arena);
    }

    /**
     * Opens a session over an unstarted link, and owns the link from then on.
     *
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    public static CudaGuest open(Link link, OpenWriter request, StubSettings settings) {
        return new CudaGuest(GuestSession.open(link, API, request, settings));
    }

    /** Returns the session's counters. */
    public SessionStats stats() {
        return guest.stats();
    }

    /** Returns the underlying session. */
    public GuestSession session() {
        return guest;
    }

    @Override
    public void close() {
        guest.close();
        hostMemory.close();
    }

    // --- the driver

    /**
     * {@inheritDoc}
     *
     * <p>Only the first call reaches the server: libraries that share a driver each make one.
     */
    @Override
    public void cuInit(int flags) {
        CudaSession.requireNoCallback();
        if (!initialized || flags != 0) {
            super.cuInit(flags);
            initialized = true;
        }
    }

    @Override
    public String cuGetErrorName(CUresult error) {
        return error.name();
    }

    @Override
    public String cuGetErrorString(CUresult error) {
        return error.description();
    }

    // --- contexts

    @Override
    public void cuDevicePrimaryCtxRetainAs(long pctx, int dev) {
        CudaSession.requireNoCallback();
        primaries.retain(dev, () -> super.cuDevicePrimaryCtxRetainAs(pctx, dev));
        devices.put(pctx, dev);
    }

    @Override
    public void cuDevicePrimaryCtxRelease(int dev) {
        CudaSession.requireNoCallback();
        primaries.release(
                dev,
                () -> {
                    super.cuDevicePrimaryCtxRelease(dev);
                    devices.remove(GuestPrimaryContexts.name(dev));
                });
    }

    @Override
    public void cuDevicePrimaryCtxReset(int dev) {
        CudaSession.requireNoCallback();
        primaries.reset(
                dev,
                () -> {
                    super.cuDevicePrimaryCtxReset(dev);
                    devices.remove(GuestPrimaryContexts.name(dev));
                });
    }

    @Override
    public void cuCtxCreateAs(long pctx, int flags, int dev) {
        super.cuCtxCreateAs(pctx, flags, dev);
        devices.put(pctx, dev);
        stacks.current().push(pctx);
    }

    @Override
    public void cuCtxDestroy(long ctx) {
        requireContext(ctx);
        super.cuCtxDestroy(ctx);
        devices.remove(ctx);
        if (stacks.current().top() == ctx) {
            stacks.current().pop();
        }
    }

    @Override
    public void cuCtxPushCurrent(long ctx) {
        requireContext(ctx);
        super.cuCtxPushCurrent(ctx);
        stacks.current().push(ctx);
    }

    @Override
    public long cuCtxPopCurrent() {
        requireInitialized();
        ContextStacks.Stack stack = stacks.current();
        if (stack.isEmpty()) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_CONTEXT,
                    "this thread has no current context to pop");
        }
        cuCtxPopCurrentCommand();
        return stack.pop();
    }

    @Override
    public void cuCtxSetCurrent(long ctx) {
        if (ctx != 0) {
            requireContext(ctx);
        }
        super.cuCtxSetCurrent(ctx);
        ContextStacks.Stack stack = stacks.current();
        if (!stack.isEmpty()) {
            stack.pop();
        }
        if (ctx != 0) {
            stack.push(ctx);
        }
    }

    @Override
    public long cuCtxGetCurrent() {
        requireInitialized();
        return stacks.current().top();
    }

    @Override
    public int cuCtxGetDevice() {
        long context = requireCurrent();
        Integer device = devices.get(context);
        if (device == null) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
                    "this thread's current context has been destroyed");
        }
        return device;
    }

    // --- modules

    @Override
    public long cuModuleLoad(String fname) {
        CudaSession.requireNoCallback();
        try {
            return cuModuleLoadData(MemorySegment.ofArray(Files.readAllBytes(Path.of(fname))));
        } catch (IOException e) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_FILE_NOT_FOUND,
                    "the module " + fname + " cannot be read: " + e);
        }
    }

    // --- host memory

    @Override
    public MemorySegment cuMemAllocHost(long bytesize) {
        return cuMemHostAlloc(bytesize, 0);
    }

    @Override
    public MemorySegment cuMemHostAlloc(long bytesize, int flags) {
        requireCurrent();
        return hostMemory.allocate(bytesize, flags);
    }

    @Override
    public void cuMemFreeHost(MemorySegment p) {
        CudaSession.requireNoCallback();
        hostMemory.free(p);
    }

    @Override
    public long cuMemHostGetDevicePointer(MemorySegment p, int flags) {
        CudaSession.requireNoCallback();
        throw Cuda.failure(
                CUresult.CUDA_ERROR_NOT_SUPPORTED,
                "kernels cannot use host memory of a guest in place; copy it to the device");
    }

    @Override
    public int cuMemHostGetFlags(MemorySegment p) {
        CudaSession.requireNoCallback();
        return hostMemory.flags(p);
    }

    @Override
    public void cuMemHostRegister(MemorySegment p, long bytesize, int flags) {
        requireCurrent();
        hostMemory.register(p, bytesize, flags);
    }

    @Override
    public void cuMemHostUnregister(MemorySegment p) {
        CudaSession.requireNoCallback();
        hostMemory.unregister(p);
    }

    // --- conditions

    private void requireInitialized() {
        CudaSession.requireNoCallback();
        if (!initialized) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_NOT_INITIALIZED,
                    "the driver was not initialized: call cuInit(0)");
        }
    }

    private long requireCurrent() {
        requireInitialized();
        long context = stacks.current().top();
        if (context == 0) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_CONTEXT, "this thread has no current context");
        }
        return context;
    }

    private void requireContext(long context) {
        requireInitialized();
        if (!devices.containsKey(context)) {
            throw Cuda.failure(
                    CUresult.CUDA_ERROR_INVALID_CONTEXT,
                    "this process has no context 0x" + Long.toHexString(context));
        }
    }
}
