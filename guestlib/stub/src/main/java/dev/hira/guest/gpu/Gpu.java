package dev.hira.guest.gpu;

import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import dev.hira.api.source.Build;
import dev.hira.api.source.SourceProgram;
import dev.hira.guest.Hira;
import dev.hira.guest.call.SessionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A device and everything that a program makes with it. Closing it releases all of that.
 *
 * <pre>{@code
 * try (var gpu = Gpu.connect();                       // at the URI in HIRA_URI
 *         var data = gpu.upload(new float[] {3, 1, 2})) {
 *     System.out.println(gpu.device().name() + " has " + gpu.memory().free() + " bytes left");
 * }
 * }</pre>
 */
public final class Gpu implements AutoCloseable {
    /** Errors of the device's work that all later calls in the context repeat. */
    private static final Set<CUresult> DEVICE_FAILURES =
            EnumSet.of(
                    CUresult.CUDA_ERROR_ECC_UNCORRECTABLE,
                    CUresult.CUDA_ERROR_ILLEGAL_ADDRESS,
                    CUresult.CUDA_ERROR_LAUNCH_TIMEOUT,
                    CUresult.CUDA_ERROR_CONTEXT_IS_DESTROYED,
                    CUresult.CUDA_ERROR_ASSERT,
                    CUresult.CUDA_ERROR_HARDWARE_STACK_ERROR,
                    CUresult.CUDA_ERROR_ILLEGAL_INSTRUCTION,
                    CUresult.CUDA_ERROR_MISALIGNED_ADDRESS,
                    CUresult.CUDA_ERROR_INVALID_ADDRESS_SPACE,
                    CUresult.CUDA_ERROR_INVALID_PC,
                    CUresult.CUDA_ERROR_LAUNCH_FAILED);

    private final CudaDriver driver;
    private final boolean ownsDriver;
    private final int device;
    private final long context;
    private final AtomicBoolean closed = new AtomicBoolean();

    private Gpu(CudaDriver driver, boolean ownsDriver, int ordinal) {
        this.driver = driver;
        this.ownsDriver = ownsDriver;
        driver.cuInit(0);
        this.device = driver.cuDeviceGet(ordinal);
        this.context = driver.cuDevicePrimaryCtxRetain(device);
    }

    /** Opens the first device at the URI in the environment variable {@code HIRA_URI}. */
    public static Gpu connect() {
        return owning(Hira.connect(), 0);
    }

    /** Opens the first device at a URI; see {@link Hira} for URIs. */
    public static Gpu connect(String uri) {
        return connect(uri, 0);
    }

    /** Opens the device with this ordinal at a URI. */
    public static Gpu connect(String uri, int ordinal) {
        return owning(Hira.connect(given(uri, "connect", "the URI")), ordinal);
    }

    /** Uses a device of a driver that the caller owns and closes. */
    public static Gpu on(CudaDriver driver, int ordinal) {
        return new Gpu(given(driver, "on", "the driver"), false, ordinal);
    }

    private static Gpu owning(CudaDriver driver, int ordinal) {
        try {
            return new Gpu(driver, true, ordinal);
        } catch (RuntimeException e) {
            driver.close();
            throw e;
        }
    }

    // --- modules

    /** Loads kernels from PTX text. */
    public GpuModule load(String ptx) {
        byte[] text = given(ptx, "load", "the PTX text").getBytes(StandardCharsets.UTF_8);
        return load(MemorySegment.ofArray(text), "PTX text");
    }

    /** Loads kernels from a file of PTX text. */
    public GpuModule load(Path file) {
        given(file, "load", "the file");
        try {
            return load(MemorySegment.ofArray(Files.readAllBytes(file)), file.toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the module " + file + " cannot be read", e);
        }
    }

    /**
     * Compiles CUDA C++ and loads its kernels.
     *
     * <pre>{@code
     * var module = gpu.compile("""
     *         extern "C" __global__ void scale(float a, float* x) { x[threadIdx.x] *= a; }
     *         """);
     * }</pre>
     *
     * @throws GpuCompileException with the compiler's errors, or when no compiler is on the class
     *     path
     */
    public GpuModule compile(String source) {
        return compile(SourceProgram.cuda(given(source, "compile", "the source")));
    }

    /**
     * Compiles a program with headers, options and name expressions, and loads its kernels.
     *
     * @throws GpuCompileException with the compiler's errors, or when no compiler is on the class
     *     path
     */
    public GpuModule compile(SourceProgram program) {
        Build.Built built =
                GpuCompileException.requireBuilt(given(program, "compile", "the program"));
        MemorySegment ptx = MemorySegment.ofArray(built.text().getBytes(StandardCharsets.UTF_8));
        return new GpuModule(
                this,
                cuda().cuModuleLoadData(ptx),
                program.file(),
                built.names(),
                built.log(),
                ParameterKind.ofKernels(built.text(), true));
    }

    private GpuModule load(MemorySegment image, String origin) {
        long handle = cuda().cuModuleLoadData(image);
        String text = new String(image.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1);
        return new GpuModule(
                this, handle, origin, Map.of(), "", ParameterKind.ofKernels(text, false));
    }

    // --- buffers

    /** Allocates an uninitialized buffer of this many floats. */
    public GpuFloats floats(long length) {
        return new GpuFloats(Memory.allocate(this, length, Float.BYTES), 0, length, true);
    }

    public GpuDoubles doubles(long length) {
        return new GpuDoubles(Memory.allocate(this, length, Double.BYTES), 0, length, true);
    }

    public GpuInts ints(long length) {
        return new GpuInts(Memory.allocate(this, length, Integer.BYTES), 0, length, true);
    }

    public GpuLongs longs(long length) {
        return new GpuLongs(Memory.allocate(this, length, Long.BYTES), 0, length, true);
    }

    public GpuBytes bytes(long length) {
        return new GpuBytes(Memory.allocate(this, length, 1), 0, length, true);
    }

    /** Allocates a buffer and copies an array to it. */
    public GpuFloats upload(float... values) {
        return filled(
                floats(given(values, "upload", "the array").length), MemorySegment.ofArray(values));
    }

    public GpuDoubles upload(double... values) {
        return filled(
                doubles(given(values, "upload", "the array").length),
                MemorySegment.ofArray(values));
    }

    public GpuInts upload(int... values) {
        return filled(
                ints(given(values, "upload", "the array").length), MemorySegment.ofArray(values));
    }

    public GpuLongs upload(long... values) {
        return filled(
                longs(given(values, "upload", "the array").length), MemorySegment.ofArray(values));
    }

    public GpuBytes upload(byte... values) {
        return filled(
                bytes(given(values, "upload", "the array").length), MemorySegment.ofArray(values));
    }

    /** Allocates a buffer and copies host memory to it. */
    public GpuBytes upload(MemorySegment values) {
        return filled(bytes(given(values, "upload", "the memory").byteSize()), values);
    }

    private static <B extends GpuBuffer<B, ?>> B filled(B buffer, MemorySegment values) {
        try {
            return buffer.upload(values);
        } catch (RuntimeException e) {
            buffer.close();
            throw e;
        }
    }

    /**
     * Allocates host memory with the fastest copies: in the memory shared with the router, if any.
     */
    public PinnedBuffer pinned(long bytes) {
        requirePositive(bytes, "a pinned buffer", "bytes");
        return new PinnedBuffer(this, cuda().cuMemAllocHost(bytes));
    }

    // --- streams and events

    /**
     * Creates a queue of work. The blocking {@code upload} and {@code download} wait for the work
     * in it.
     */
    public GpuStream stream() {
        return new GpuStream(this, cuda().cuStreamCreate(0), true);
    }

    /** Creates a queue that no other work waits for; synchronize it before reading results. */
    public GpuStream independentStream() {
        return new GpuStream(this, cuda().cuStreamCreate(1), true);
    }

    /** Creates a stream with a priority: the lower the number, the more urgent. */
    public GpuStream stream(int priority) {
        return new GpuStream(this, cuda().cuStreamCreateWithPriority(0, priority), true);
    }

    /** Returns the stream of work without an explicit stream. It need not be closed. */
    public GpuStream defaultStream() {
        return new GpuStream(this, 0, false);
    }

    /** Creates an event to record in streams. */
    public GpuEvent event() {
        return new GpuEvent(this, cuda().cuEventCreate(0));
    }

    /** Waits until all work on the device is done; throws its failure. */
    public void synchronize() {
        cuda().cuCtxSynchronize();
    }

    // --- properties

    /** Returns the device's properties. */
    public DeviceInfo device() {
        CudaDriver cuda = cuda();
        return new DeviceInfo(
                device,
                cuda.cuDeviceGetName(device),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
                        + "."
                        + attribute(
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
                cuda.cuDeviceTotalMem(device),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_WARP_SIZE),
                attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK));
    }

    /** Returns the free and total memory. */
    public MemoryInfo memory() {
        var info = cuda().cuMemGetInfo();
        return new MemoryInfo(info.free(), info.total());
    }

    /** Returns the number of devices that this program sees. */
    public int deviceCount() {
        return cuda().cuDeviceGetCount();
    }

    /** Returns the underlying driver, with this device's context current on the calling thread. */
    public CudaDriver driver() {
        return cuda();
    }

    private int attribute(CUdevice_attribute attribute) {
        return cuda().cuDeviceGetAttribute(attribute, device);
    }

    // --- for the other classes

    /** Returns the driver, with this device's context current on the calling thread. */
    CudaDriver cuda() {
        if (closed.get()) {
            throw new IllegalStateException("the GPU has been closed and cannot be used any more");
        }
        if (driver.cuCtxGetCurrent() != context) {
            driver.cuCtxSetCurrent(context);
        }
        return driver;
    }

    /** Whether objects of another GPU belong to the same session. */
    @SuppressWarnings("ReferenceEquality") // two drivers are two sessions
    boolean sharesSession(Gpu other) {
        return other.driver == driver;
    }

    /**
     * Throws unless an object was made in this GPU's session. In other sessions, its handle or
     * address names another object.
     *
     * @param user what uses the object, as text
     */
    void requireSession(Gpu owner, Object what, Object user) {
        if (!sharesSession(owner)) {
            throw new IllegalArgumentException(
                    user
                            + " cannot use "
                            + what
                            + ", which was made by the Gpu of another connection; use one that was"
                            + " made by this Gpu, and copy data through the host (download, upload)");
        }
    }

    /** Throws unless a stream is one of this GPU's device and session. */
    void requireOwn(Gpu owner, GpuStream stream, Object user) {
        requireSession(owner, stream, user);
        if (owner.context != context) {
            throw new IllegalArgumentException(
                    user + " cannot use " + stream + " of " + owner + "; use a stream of " + this);
        }
    }

    boolean isOpen() {
        return !closed.get();
    }

    /** Returns an argument; throws if it is null. */
    static <T> T given(@Nullable T argument, String method, String what) {
        if (argument == null) {
            throw new IllegalArgumentException(method + " was given null as " + what);
        }
        return argument;
    }

    static void requirePositive(long value, String what, String unit) {
        if (value < 1) {
            throw new IllegalArgumentException(
                    what + " of " + value + " " + unit + "; it must have at least one");
        }
    }

    /**
     * Releases an object. After a failure of the device's work every call repeats that error, and
     * the device has released everything already; so the error is not thrown again here.
     *
     * @return whether the call succeeded
     */
    static boolean quietly(Runnable release) {
        try {
            release.run();
            return true;
        } catch (CudaException e) {
            boolean gone = e.getCause() instanceof SessionException;
            if (!gone && !DEVICE_FAILURES.contains(e.error())) {
                throw e;
            }
            return false;
        }
    }

    /**
     * Releases everything that was made with this GPU. Does not throw failures of the device's
     * work, nor the end of the session: {@link #synchronize} and every call that waits for results
     * do.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                releaseContext();
            } finally {
                if (ownsDriver) {
                    driver.close();
                }
            }
        }
    }

    /**
     * Releases the primary context. The first call may only report the failure of earlier work; it
     * is not made then.
     */
    private void releaseContext() {
        Runnable release = () -> driver.cuDevicePrimaryCtxRelease(device);
        if (!quietly(release)) {
            quietly(release);
        }
    }

    @Override
    public String toString() {
        return "GPU " + device;
    }
}
