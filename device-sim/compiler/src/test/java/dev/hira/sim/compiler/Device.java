package dev.hira.sim.compiler;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.sim.SimDriverProvider;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A simulated GPU that runs kernels on arrays. */
final class Device implements AutoCloseable {
    private final CudaDriver cuda;

    /** An argument that is passed by value. */
    record Value(ByteBuffer bytes, int align) {
        static Value of(byte[] bytes, int align) {
            return new Value(ByteBuffer.wrap(bytes), align);
        }
    }

    Device() {
        this("sim:///");
    }

    Device(String uri) {
        cuda = new SimDriverProvider().open(URI.create(uri), CudaDriver.class);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
    }

    CudaDriver cuda() {
        return cuda;
    }

    /** Loads PTX. */
    long load(String ptx) {
        return cuda.cuModuleLoadData(MemorySegment.ofArray(ptx.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Runs a kernel. Arrays are copied to the device before and from it after; numbers are passed
     * by value.
     */
    void run(String ptx, String kernel, int blocks, int threads, Object... arguments) {
        runSharing(0, ptx, kernel, blocks, threads, arguments);
    }

    /** Runs a kernel whose blocks have dynamic shared memory. */
    void runSharing(
            int sharedBytes,
            String ptx,
            String kernel,
            int blocks,
            int threads,
            Object... arguments) {
        long module = load(ptx);
        Map<Long, MemorySegment> copies = new LinkedHashMap<>();
        ByteBuffer packed = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
        for (Object argument : arguments) {
            pack(packed, argument, copies);
        }
        byte[] parameters = new byte[packed.position()];
        packed.flip().get(parameters);
        cuda.cuLaunchKernel(
                cuda.cuModuleGetFunction(module, kernel),
                blocks,
                1,
                1,
                threads,
                1,
                1,
                sharedBytes,
                0,
                MemorySegment.ofArray(parameters));
        cuda.cuCtxSynchronize();
        copies.forEach((address, host) -> cuda.cuMemcpyDtoH(host, address, host.byteSize()));
        List<Long> addresses = new ArrayList<>(copies.keySet());
        addresses.forEach(cuda::cuMemFree);
        cuda.cuModuleUnload(module);
    }

    private void pack(ByteBuffer packed, Object argument, Map<Long, MemorySegment> copies) {
        switch (argument) {
            case Value value -> aligned(packed, value.align()).put(value.bytes().duplicate());
            case Integer number -> aligned(packed, 4).putInt(number);
            case Float number -> aligned(packed, 4).putFloat(number);
            case Long number -> aligned(packed, 8).putLong(number);
            case Double number -> aligned(packed, 8).putDouble(number);
            case int[] array -> buffer(packed, MemorySegment.ofArray(array), copies);
            case float[] array -> buffer(packed, MemorySegment.ofArray(array), copies);
            case long[] array -> buffer(packed, MemorySegment.ofArray(array), copies);
            case double[] array -> buffer(packed, MemorySegment.ofArray(array), copies);
            case short[] array -> buffer(packed, MemorySegment.ofArray(array), copies);
            case byte[] array -> buffer(packed, MemorySegment.ofArray(array), copies);
            default -> throw new IllegalArgumentException(argument.toString());
        }
    }

    private void buffer(ByteBuffer packed, MemorySegment host, Map<Long, MemorySegment> copies) {
        long address = cuda.cuMemAlloc(Math.max(host.byteSize(), 1));
        cuda.cuMemcpyHtoD(address, host, host.byteSize());
        copies.put(address, host);
        aligned(packed, ValueLayout.JAVA_LONG.byteSize()).putLong(address);
    }

    private static ByteBuffer aligned(ByteBuffer packed, long bytes) {
        while (packed.position() % bytes != 0) {
            packed.put((byte) 0);
        }
        return packed;
    }

    @Override
    public void close() {
        cuda.close();
    }
}
