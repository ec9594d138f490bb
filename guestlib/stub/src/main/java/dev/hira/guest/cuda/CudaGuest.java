package dev.hira.guest.cuda;

import dev.hira.api.ProgramMemory;
import dev.hira.api.cuda.CUDA_MEMCPY2D;
import dev.hira.api.cuda.CUDA_MEMCPY3D;
import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.cuda.CudaFunctions;
import dev.hira.api.cuda.stub.CudaStub;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.StubApi;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.cuda.QueuedUploads.Use;
import dev.hira.guest.session.GuestSession;
import dev.hira.guest.session.OpenWriter;
import dev.hira.guest.session.SessionStats;
import dev.hira.link.Link;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

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
    private final QueuedUploads uploads;
    private volatile boolean initialized;

    private CudaGuest(GuestSession guest, EarlierFailure failure) {
        super(new CudaSession(guest, failure));
        this.guest = guest;
        this.hostMemory = new GuestHostMemory(guest::arena);
        this.uploads = new QueuedUploads(guest, new Beside(), hostMemory, failure);
    }

    /**
     * Opens a session over an unstarted link, and owns the link from then on.
     *
     * @throws dev.hira.guest.call.SessionException when the router refuses the session
     */
    public static CudaGuest open(Link link, OpenWriter request, StubSettings settings) {
        return new CudaGuest(GuestSession.open(link, API, request, settings), new EarlierFailure());
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
                    forget(GuestPrimaryContexts.name(dev));
                });
    }

    @Override
    public void cuDevicePrimaryCtxReset(int dev) {
        CudaSession.requireNoCallback();
        primaries.reset(
                dev,
                () -> {
                    super.cuDevicePrimaryCtxReset(dev);
                    forget(GuestPrimaryContexts.name(dev));
                });
    }

    private void forget(long context) {
        devices.remove(context);
        uploads.forget(context);
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
        forget(ctx);
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

    @Override
    public void cuModuleUnload(long hmod) {
        awaitMade();
        super.cuModuleUnload(hmod);
    }

    // --- device memory

    @Override
    public void cuMemFree(long dptr) {
        awaitMade();
        super.cuMemFree(dptr);
    }

    @Override
    public void cuMemFreeAsync(long dptr, long hStream) {
        if (uploads.areMade()) {
            super.cuMemFreeAsync(dptr, hStream);
        } else {
            uploads.release(hStream, stream -> super.cuMemFreeAsync(dptr, stream));
        }
    }

    private void awaitMade() {
        CudaSession.requireNoCallback();
        uploads.awaitMade();
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
        awaitRead(() -> hostMemory.free(p));
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
        ProgramMemory.requireUsable(p, "cuMemHostRegister");
        hostMemory.register(p, bytesize, flags);
    }

    @Override
    public void cuMemHostUnregister(MemorySegment p) {
        awaitRead(() -> hostMemory.unregister(p));
    }

    /** Lets memory go that no upload is still to read, also if the work of a context has failed. */
    private void awaitRead(Runnable letGo) {
        CudaSession.requireNoCallback();
        try {
            uploads.awaitMade();
            uploads.awaitRead();
        } finally {
            letGo.run();
        }
    }

    // --- uploads and functions of the program

    @Override
    public void cuMemcpyHtoD(long dstDevice, MemorySegment srcHost, long byteCount) {
        if (isInside(srcHost, byteCount)) {
            uploads.await(srcHost.asSlice(0, byteCount), Use.WHOLE);
        }
        super.cuMemcpyHtoD(dstDevice, srcHost, byteCount);
    }

    @Override
    public void cuMemcpy2D(
            CUDA_MEMCPY2D pCopy, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        awaitRows(srcHost);
        super.cuMemcpy2D(pCopy, srcHost, dstHost);
    }

    @Override
    public void cuMemcpy2DUnaligned(
            CUDA_MEMCPY2D pCopy, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        awaitRows(srcHost);
        super.cuMemcpy2DUnaligned(pCopy, srcHost, dstHost);
    }

    @Override
    public void cuMemcpy3D(
            CUDA_MEMCPY3D pCopy, @Nullable MemorySegment srcHost, @Nullable MemorySegment dstHost) {
        awaitRows(srcHost);
        super.cuMemcpy3D(pCopy, srcHost, dstHost);
    }

    @Override
    public void cuMemcpyHtoDAsync(
            long dstDevice, MemorySegment srcHost, long byteCount, long hStream) {
        if (!isInside(srcHost, byteCount)
                || !uploads.queue(
                        srcHost.asSlice(0, byteCount),
                        Use.WHOLE,
                        hStream,
                        (from, stream) ->
                                super.cuMemcpyHtoDAsync(dstDevice, from, byteCount, stream))) {
            super.cuMemcpyHtoDAsync(dstDevice, srcHost, byteCount, hStream);
        }
    }

    @Override
    public void cuMemcpy2DAsync(
            CUDA_MEMCPY2D pCopy,
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost,
            long hStream) {
        if (!queuesRows(
                srcHost,
                dstHost,
                hStream,
                (from, stream) -> super.cuMemcpy2DAsync(pCopy, from, null, stream))) {
            super.cuMemcpy2DAsync(pCopy, srcHost, dstHost, hStream);
        }
    }

    @Override
    public void cuMemcpy3DAsync(
            CUDA_MEMCPY3D pCopy,
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost,
            long hStream) {
        if (!queuesRows(
                srcHost,
                dstHost,
                hStream,
                (from, stream) -> super.cuMemcpy3DAsync(pCopy, from, null, stream))) {
            super.cuMemcpy3DAsync(pCopy, srcHost, dstHost, hStream);
        }
    }

    @Override
    public void cuLaunchHostFunc(long hStream, CUhostFn fn, long userData) {
        QueuedUploads.Function counted = uploads.function(requireCurrent());
        counted.queue(() ->
                super.cuLaunchHostFunc(
                        hStream, data -> counted.run(() -> fn.call(data)), userData));
    }

    @Override
    public void cuStreamAddCallback(
            long hStream, CUstreamCallback callback, long userData, int flags) {
        QueuedUploads.Function counted = uploads.function(requireCurrent());
        counted.queue(() ->
                super.cuStreamAddCallback(
                        hStream,
                        (stream, status, data) ->
                                counted.run(() -> callback.call(stream, status, data)),
                        userData,
                        flags));
    }

    private void awaitRows(@Nullable MemorySegment srcHost) {
        if (srcHost != null) {
            uploads.await(srcHost, Use.ROWS);
        }
    }

    private boolean queuesRows(
            @Nullable MemorySegment srcHost,
            @Nullable MemorySegment dstHost,
            long stream,
            QueuedUploads.Upload upload) {
        return srcHost != null
                && dstHost == null
                && uploads.queue(srcHost, Use.ROWS, stream, upload);
    }

    /** Whether memory has so many bytes; the stub refuses a call that asks for more, or none. */
    private static boolean isInside(@Nullable MemorySegment memory, long bytes) {
        return memory != null && bytes > 0 && bytes <= memory.byteSize();
    }

    /** The session, with functions that run beside the program's. */
    private final class Beside implements QueuedUploads.Driver {
        @Override
        public void function(long stream, Runnable function) {
            CallWriter call = session.begin(CudaFunctions.CU_LAUNCH_HOST_FUNC, "cuLaunchHostFunc");
            call.uint64(1, stream);
            call.uint64(2, guest.registerOwn(function));
            call.uint64(3, 0);
            call.async();
        }

        @Override
        public void last(long stream, Runnable function) {
            CallWriter call =
                    session.begin(CudaFunctions.CU_STREAM_ADD_CALLBACK, "cuStreamAddCallback");
            call.uint64(1, stream);
            call.uint64(2, guest.registerOwn(function));
            call.uint64(3, 0);
            call.uint64(4, 0);
            call.async();
        }

        @Override
        public long createStream(int flags) {
            return cuStreamCreate(flags);
        }

        @Override
        public void destroyStream(long stream) {
            cuStreamDestroy(stream);
        }

        @Override
        public void synchronize(long stream) {
            cuStreamSynchronize(stream);
        }

        @Override
        public void synchronizeContext(long context) {
            if (stacks.current().top() == context) {
                cuCtxSynchronize();
                return;
            }
            cuCtxPushCurrent(context);
            try {
                cuCtxSynchronize();
            } finally {
                pop();
            }
        }

        private void pop() {
            try {
                cuCtxPopCurrent();
            } catch (CudaException earlier) { // a failure of an upload, which is told once
                cuCtxPopCurrent();
                throw earlier;
            }
        }

        @Override
        public long currentContext() {
            return stacks.current().top();
        }

        @Override
        public void setCurrentContext(long context) {
            cuCtxSetCurrent(context);
        }

        @Override
        public boolean has(long context) {
            return devices.containsKey(context);
        }
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
