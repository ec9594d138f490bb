package dev.hira.guest.gpu;

import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CudaDriver;
import java.lang.foreign.MemorySegment;
import java.util.List;

/**
 * A function of a module that runs on the device, once for each thread of a grid of blocks.
 *
 * <p>Arguments match the kernel's parameters by position: {@code int}, {@code long}, {@code float},
 * {@code double}, {@code short}, {@code byte}, {@code boolean} and {@code char} by value, a {@link
 * GpuBuffer} by its address, a {@link MemorySegment} as a structure by value. Their number and
 * sizes are checked before the launch is sent, and so is whether a number is whole, where the
 * kernel's PTX says so: of all kernels compiled from source, and of {@code .f32} and {@code .f64}
 * parameters.
 *
 * <pre>{@code
 * Kernel saxpy = module.kernel("saxpy");
 * saxpy.launch(Dim3.covering(n, 256), Dim3.of(256), stream, n, 2f, x, y);
 * }</pre>
 */
public final class Kernel {
    private final Gpu gpu;
    private final Lifetime module;
    private final String name;
    private final long handle;
    private final int sharedBytes;
    private final KernelSignature signature;

    /** A kernel, and what its PTX says of its parameters. */
    Kernel(Gpu gpu, Lifetime module, String name, long handle, List<ParameterKind> kinds) {
        this(gpu, module, name, handle, 0, KernelSignature.ask(gpu.cuda(), name, handle, kinds));
    }

    private Kernel(
            Gpu gpu,
            Lifetime module,
            String name,
            long handle,
            int sharedBytes,
            KernelSignature signature) {
        this.gpu = gpu;
        this.module = module;
        this.name = name;
        this.handle = handle;
        this.sharedBytes = sharedBytes;
        this.signature = signature;
    }

    public String name() {
        return name;
    }

    /**
     * Returns the same kernel with this many bytes of dynamic shared memory in each block. Allow
     * more than the default limit with {@link #allowSharedMemory} first.
     */
    public Kernel withSharedMemory(int bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException(
                    "kernel " + name + " cannot have " + bytes + " bytes of shared memory");
        }
        return new Kernel(gpu, module, name, handle, bytes, signature);
    }

    /** Queues a launch in a stream. */
    public void launch(Dim3 grid, Dim3 block, GpuStream stream, Object... arguments) {
        requireSizes(grid, block);
        long queue = queue(stream);
        MemorySegment packed = prepare(arguments);
        gpu.cuda()
                .cuLaunchKernel(
                        handle,
                        grid.x(),
                        grid.y(),
                        grid.z(),
                        block.x(),
                        block.y(),
                        block.z(),
                        sharedBytes,
                        queue,
                        packed);
    }

    /** Queues a launch in the default stream. */
    public void launch(Dim3 grid, Dim3 block, Object... arguments) {
        launch(grid, block, gpu.defaultStream(), arguments);
    }

    /** Queues a launch whose blocks may wait for each other: all of them run concurrently. */
    public void launchCooperative(Dim3 grid, Dim3 block, GpuStream stream, Object... arguments) {
        requireSizes(grid, block);
        long queue = queue(stream);
        MemorySegment packed = prepare(arguments);
        gpu.cuda()
                .cuLaunchCooperativeKernel(
                        handle,
                        grid.x(),
                        grid.y(),
                        grid.z(),
                        block.x(),
                        block.y(),
                        block.z(),
                        sharedBytes,
                        queue,
                        packed);
    }

    /**
     * Allows launches of this kernel this many bytes of dynamic shared memory, up to the device's
     * opt-in limit.
     */
    public Kernel allowSharedMemory(int bytes) {
        cuda().cuFuncSetAttribute(
                        handle,
                        CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        bytes);
        return this;
    }

    /** Returns the dynamic shared memory that launches of this kernel may use, in bytes. */
    public int maxSharedMemory() {
        return attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
    }

    /**
     * Returns the number of its blocks of this many threads that the device can run concurrently:
     * the largest grid of a {@linkplain #launchCooperative cooperative} launch.
     */
    public int residentBlocks(int threadsPerBlock) {
        int perMultiprocessor =
                cuda().cuOccupancyMaxActiveBlocksPerMultiprocessor(
                                handle, threadsPerBlock, sharedBytes);
        return perMultiprocessor * gpu.device().multiprocessors();
    }

    /** Returns the most threads that a block of this kernel can have. */
    public int maxThreadsPerBlock() {
        return attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
    }

    /** Returns the registers that each thread uses. */
    public int registers() {
        return attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS);
    }

    /** Returns the bytes of shared memory that the kernel declares. */
    public int staticSharedMemory() {
        return attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
    }

    /** Returns the bytes of local memory of each thread. */
    public int localMemory() {
        return attribute(CUfunction_attribute.CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
    }

    private int attribute(CUfunction_attribute attribute) {
        return cuda().cuFuncGetAttribute(attribute, handle);
    }

    private static void requireSizes(Dim3 grid, Dim3 block) {
        Gpu.given(grid, "launch", "the size of the grid");
        Gpu.given(block, "launch", "the size of the blocks");
    }

    private long queue(GpuStream stream) {
        return Gpu.given(stream, "launch", "the stream; gpu.defaultStream() is the default one")
                .handle(gpu, this);
    }

    private MemorySegment prepare(Object[] arguments) {
        module.require(this);
        Gpu.given(arguments, "launch", "the arguments; leave them out for a kernel without any");
        return MemorySegment.ofArray(signature.pack(gpu, arguments));
    }

    private CudaDriver cuda() {
        module.require(this);
        return gpu.cuda();
    }

    @Override
    public String toString() {
        return "kernel " + name;
    }
}
