package dev.hira.bench.exhaustion;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.hira.api.cuda.CUdevice_attribute;
import dev.hira.api.cuda.CUmemorytype;
import dev.hira.api.cuda.CUpointer_attribute;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.api.cuda.CudaException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A session of CUDA with a context, a module, memory, a stream and an event. */
final class CudaFixture implements Fixture {
    static final String KERNEL =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .global .align 4 .u32 g = 0;
            .visible .entry k(.param .u64 p) { .reg .b64 %d<4>; .reg .b32 %r<2>;
              ld.param.u64 %d1, [p]; mov.u32 %r1, 1; st.global.u32 [%d1], %r1; ret; }
            """;

    /** The functions that fail on simulated devices whatever their arguments. */
    static final Set<String> ALWAYS_FAIL =
            Set.of("cuMemAllocManaged", "cuMemHostGetDevicePointer", "cuModuleLoadFatBinary");

    private static final long BYTES = 64 << 20;
    private static final MemorySegment TEXT = text(KERNEL);

    private final CudaDriver cuda;
    private final long context;
    private final long module;
    private final long function;
    private final long memory;
    private final long stream;
    private final long event;
    private final long peer;
    private final Path file;
    private final Map<String, Object> values;

    /**
     * @param driver of a session with two devices
     */
    CudaFixture(CudaDriver driver) {
        cuda = driver;
        cuda.cuInit(0);
        peer = cuda.cuCtxCreate(0, 1);
        file = file();
        context = cuda.cuCtxCreate(0, 0);
        module = cuda.cuModuleLoadData(TEXT);
        function = cuda.cuModuleGetFunction(module, "k");
        memory = cuda.cuMemAlloc(BYTES);
        stream = cuda.cuStreamCreate(1);
        event = cuda.cuEventCreate(0);
        cuda.cuEventRecord(event, stream);
        cuda.cuCtxSynchronize();
        values =
                Map.ofEntries(
                        Map.entry("ByteCount", 4096L),
                        Map.entry("bytesize", 4096L),
                        Map.entry("N", 16L),
                        Map.entry("Width", 16L),
                        Map.entry("Height", 2L),
                        Map.entry("Depth", 1L),
                        Map.entry("WidthInBytes", 64L),
                        Map.entry("srcPitch", 64L),
                        Map.entry("dstPitch", 64L),
                        Map.entry("srcHeight", 2L),
                        Map.entry("dstHeight", 2L),
                        Map.entry("srcMemoryType", CUmemorytype.CU_MEMORYTYPE_DEVICE),
                        Map.entry("dstMemoryType", CUmemorytype.CU_MEMORYTYPE_DEVICE),
                        Map.entry("srcDevice", memory),
                        Map.entry("dstDevice", memory),
                        Map.entry("srcContext", context),
                        Map.entry("dstContext", context),
                        Map.entry("cuDeviceGetP2PAttribute.srcDevice", 0),
                        Map.entry("cuDeviceGetP2PAttribute.dstDevice", 1),
                        Map.entry(
                                "cuDeviceGetAttribute.attrib",
                                CUdevice_attribute.CU_DEVICE_ATTRIBUTE_WARP_SIZE),
                        Map.entry("ElementSizeBytes", 4),
                        Map.entry("blockSize", 32),
                        Map.entry("numBlocks", 1),
                        Map.entry("gridDimX", 1),
                        Map.entry("gridDimY", 1),
                        Map.entry("gridDimZ", 1),
                        Map.entry("blockDimX", 1),
                        Map.entry("blockDimY", 1),
                        Map.entry("blockDimZ", 1),
                        Map.entry("fname", file.toString()),
                        Map.entry("kernelParams", pointer(memory)),
                        Map.entry("hStream", stream),
                        Map.entry("image", TEXT),
                        Map.entry("fatCubin", TEXT),
                        Map.entry("name", "k"),
                        Map.entry("cuModuleGetGlobal.name", "g"),
                        Map.entry("pciBusId", cuda.cuDeviceGetPCIBusId(0)),
                        Map.entry("cuMemHostGetFlags.p", cuda.cuMemAllocHost(4096)),
                        Map.entry("numAttributes", 1),
                        Map.entry("attributes", attribute()),
                        Map.entry("cuPointerGetAttributes.ptr", memory));
    }

    static MemorySegment text(String text) {
        byte[] bytes = (text + "\0").getBytes(US_ASCII);
        return Arena.ofAuto().allocate(bytes.length).copyFrom(MemorySegment.ofArray(bytes));
    }

    private static MemorySegment pointer(long address) {
        MemorySegment segment = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
        segment.set(ValueLayout.JAVA_LONG, 0, address);
        return segment;
    }

    private static MemorySegment attribute() {
        MemorySegment attributes = Arena.ofAuto().allocate(Integer.BYTES, Integer.BYTES);
        attributes.set(
                ValueLayout.JAVA_INT,
                0,
                CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE.value());
        return attributes;
    }

    private static Path file() {
        try {
            return Files.writeString(Files.createTempFile("hira-attack-", ".ptx"), KERNEL);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write a module", e);
        }
    }

    private void enablePeer() {
        try {
            cuda.cuCtxEnablePeerAccess(peer, 0);
        } catch (CudaException e) {
            if (e.error() != CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
                throw e;
            }
        }
    }

    @Override
    public Object driver() {
        return cuda;
    }

    @Override
    public void enter() {
        cuda.cuCtxSetCurrent(context);
    }

    @Override
    public long object(String kind) {
        return switch (kind) {
            case "context" -> context;
            case "module" -> module;
            case "function" -> function;
            case "device_memory" -> memory;
            case "stream" -> stream;
            case "event" -> event;
            default -> 0;
        };
    }

    @Override
    public long fresh(String kind) {
        return switch (kind) {
            case "context" -> cuda.cuCtxCreate(0, 0);
            case "module" -> cuda.cuModuleLoadData(TEXT);
            case "device_memory" -> cuda.cuMemAlloc(4096);
            case "stream" -> cuda.cuStreamCreate(1);
            case "event" -> cuda.cuEventCreate(0);
            default -> 0;
        };
    }

    @Override
    public Map<String, Object> values() {
        return values;
    }

    @Override
    public @Nullable Object made(String parameter) {
        return switch (parameter) {
            case "cuDevicePrimaryCtxRelease.dev" -> {
                cuda.cuDevicePrimaryCtxRetain(0);
                yield 0;
            }
            case "cuMemFreeHost.p" -> cuda.cuMemAllocHost(64);
            case "cuMemHostUnregister.p" -> {
                MemorySegment registered = Arena.ofAuto().allocate(4096, 4096);
                cuda.cuMemHostRegister(registered, 4096, 0);
                yield registered;
            }
            case "cuCtxEnablePeerAccess.peerContext" -> peer;
            case "cuCtxDisablePeerAccess.peerContext" -> {
                enablePeer();
                yield peer;
            }
            default -> null;
        };
    }

    @Override
    public @Nullable Object text(String called, String parameter, int bytes) {
        return parameter.equals("image") || parameter.equals("fatCubin")
                ? text("// " + "x".repeat(bytes - KERNEL.length() - 5) + "\n" + KERNEL)
                : null;
    }

    @Override
    public long[] events(boolean come) {
        return new long[0];
    }

    @Override
    public void release() {}

    @Override
    public void settle() {
        cuda.cuStreamQuery(stream);
    }

    @Override
    public void quietAsync() {
        cuda.cuMemsetD8Async(memory, 1, 16, stream);
    }

    @Override
    public void quietSync() {
        cuda.cuStreamQuery(stream);
    }

    @Override
    public void close() {
        cuda.close();
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot delete a module", e);
        }
    }
}
