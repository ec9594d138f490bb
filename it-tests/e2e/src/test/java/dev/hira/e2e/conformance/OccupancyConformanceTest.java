package dev.hira.e2e.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUdevice_attribute;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The number of blocks that fit on a device is the same in every way. */
final class OccupancyConformanceTest extends Conformance {
    private static final String PTX =
            ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry idle() { ret; }";

    /** The unit in which blocks receive shared memory. */
    private static final long UNIT = 128;

    private static final int WARP = 32;

    private long idle;

    @BeforeEach
    void loadKernel() {
        byte[] text = PTX.getBytes(StandardCharsets.UTF_8);
        long module = cuda.cuModuleLoadData(MemorySegment.ofArray(text));
        idle = cuda.cuModuleGetFunction(module, "idle");
    }

    private int device(CUdevice_attribute attribute) {
        return cuda.cuDeviceGetAttribute(attribute, 0);
    }

    private int blocks(int threads, long shared) {
        return cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(idle, threads, shared);
    }

    @Test
    void shouldCountTheBlocksThatAMultiprocessorRuns() {
        int threads = device(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
        int largest = device(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
        assertThat(blocks(largest, 0)).isEqualTo(threads / largest);
        assertThat(blocks(largest + 1, 0)).isZero();
        int shared =
                device(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
        assertThat(blocks(WARP, shared / 4 / UNIT * UNIT)).isEqualTo(4);
        assertThat(
                        cuda.cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
                                idle, WARP, shared / 4 / UNIT * UNIT, 1))
                .isEqualTo(4);
    }

    @Test
    void shouldSuggestBlocksThatFillTheDevice() {
        int count = device(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
        var any = cuda.cuOccupancyMaxPotentialBlockSize(idle, 0, 0);
        assertThat(any.minGridSize()).isEqualTo(blocks(any.blockSize(), 0) * count);
        assertThat(any.minGridSize() / count * any.blockSize())
                .isEqualTo(
                        device(
                                CUdevice_attribute
                                        .CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
        var small = cuda.cuOccupancyMaxPotentialBlockSizeWithFlags(idle, 0, WARP + 1, 0);
        assertThat(small.blockSize()).isEqualTo(WARP);
        assertThat(small.minGridSize()).isEqualTo(blocks(WARP, 0) * count);
        var none = cuda.cuOccupancyMaxPotentialBlockSize(idle, 1L << 40, 0);
        assertThat(none.blockSize()).isZero();
        assertThat(none.minGridSize()).isZero();
    }

    @Test
    void shouldDivideSharedMemoryAmongBlocks() {
        long each = cuda.cuOccupancyAvailableDynamicSMemPerBlock(idle, 3, WARP);
        assertThat(blocks(WARP, each)).isEqualTo(3);
        assertThat(blocks(WARP, each + UNIT)).isLessThan(3);
        assertThat(cuda.cuOccupancyAvailableDynamicSMemPerBlock(idle, 1 << 20, WARP)).isZero();
    }

    @Test
    void shouldRefuseBlocksWithoutThreadsUnknownFlagsAndOtherObjects() {
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> blocks(0, 0));
        shouldFail("CUDA_ERROR_INVALID_VALUE", () -> blocks(WARP, -1));
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () -> cuda.cuOccupancyMaxPotentialBlockSizeWithFlags(idle, 0, 0, 2));
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () -> cuda.cuOccupancyMaxPotentialBlockSize(idle, 0, -1));
        shouldFail(
                "CUDA_ERROR_INVALID_VALUE",
                () -> cuda.cuOccupancyAvailableDynamicSMemPerBlock(idle, 0, WARP));
        shouldFail(
                "CUDA_ERROR_INVALID_HANDLE",
                () -> cuda.cuOccupancyMaxActiveBlocksPerMultiprocessor(context, WARP, 0));
    }
}
