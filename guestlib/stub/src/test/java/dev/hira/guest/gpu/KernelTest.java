package dev.hira.guest.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUfunction_attribute;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CuFuncGetParamInfoResult;
import dev.hira.api.cuda.CudaException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelTest {
    private final FakeDriver driver = new FakeDriver();

    /** A driver with one kernel: int, float, pointer, pointer, a structure of 12 bytes. */
    KernelTest() {
        long[][] parameters = {{0, 4}, {4, 4}, {8, 8}, {16, 8}, {24, 12}};
        driver.on(
                "cuFuncGetParamInfo",
                args -> {
                    int index = Math.toIntExact((long) args[1]);
                    if (index >= parameters.length) {
                        throw new CudaException(
                                CUresult.CUDA_ERROR_INVALID_VALUE, "no such parameter");
                    }
                    return new CuFuncGetParamInfoResult(parameters[index][0], parameters[index][1]);
                });
    }

    private ByteBuffer launch(Object... arguments) {
        return launchOf(".version 8.0", arguments);
    }

    private ByteBuffer launchOf(String ptx, Object... arguments) {
        try (Gpu gpu = Gpu.on(driver.driver(), 0);
                GpuModule module = gpu.load(ptx)) {
            module.kernel("saxpy").launch(Dim3.of(1), Dim3.of(32), arguments);
        }
        Object[] call = driver.last("cuLaunchKernel");
        MemorySegment packed = (MemorySegment) call[9];
        return ByteBuffer.wrap(packed.toArray(ValueLayout.JAVA_BYTE))
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void shouldPackArgumentsWhereTheKernelExpectsThem() {
        MemorySegment structure = MemorySegment.ofArray(new int[] {7, 8, 9});
        ByteBuffer packed = launch(100, 2.5f, 0x10000L, 0x20000L, structure);

        assertThat(packed.capacity()).isEqualTo(36);
        assertThat(packed.getInt(0)).isEqualTo(100);
        assertThat(packed.getFloat(4)).isEqualTo(2.5f);
        assertThat(packed.getLong(8)).isEqualTo(0x10000L);
        assertThat(packed.getLong(16)).isEqualTo(0x20000L);
        assertThat(packed.getInt(32)).isEqualTo(9);
    }

    @Test
    void shouldReportTheNumberOfTheKernelsParameters() {
        assertThatThrownBy(() -> launch(1, 2f))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "kernel saxpy takes 5 parameters of [4, 4, 8, 8, 12] bytes but was given 2");
        driver.on(
                "cuFuncGetParamInfo",
                args -> {
                    if (((Number) args[1]).longValue() > 0) {
                        throw new CudaException(CUresult.CUDA_ERROR_INVALID_VALUE, "no more");
                    }
                    return new CuFuncGetParamInfoResult(0, 4);
                });
        assertThatThrownBy(() -> launch(1, 2f))
                .hasMessage("kernel saxpy takes 1 parameter of [4] bytes but was given 2");
    }

    @Test
    @SuppressWarnings("NullAway") // such values may come from unchecked code
    void shouldReportTheWrongArgumentAndTheExpectedType() {
        MemorySegment structure = MemorySegment.ofArray(new int[3]);
        assertThatThrownBy(() -> launch(1, 2.5, 0L, 0L, structure))
                .hasMessage(
                        "kernel saxpy, parameter 1: given a Double (8 bytes), expected 4 bytes (int"
                                + " or float)");
        assertThatThrownBy(() -> launch(1, 2f, 3, 0L, structure))
                .hasMessageContaining("parameter 2: given an Integer (4 bytes), expected 8 bytes");
        assertThatThrownBy(() -> launch(1, 2f, 0L, 0L, MemorySegment.ofArray(new int[2])))
                .hasMessageContaining("expected a MemorySegment of 12 bytes");
        assertThatThrownBy(() -> launch(1, 2f, "x", 0L, structure))
                .hasMessageContaining("parameter 2: given a java.lang.String");
        assertThatThrownBy(() -> launch(1, 2f, null, 0L, structure))
                .hasMessageContaining("parameter 2: given null; pass 0L");
        assertThat(driver.calls("cuLaunchKernel")).isEmpty();
    }

    @Test
    void shouldRefuseANumberOfAnotherKindWherePtxKnowsIt() {
        String ptx =
                """
                .entry saxpy(
                    .param .u32 n, // how many
                    .param .f32 a,
                    .param .u64 .ptr .global .align 4 x,
                    .param .f64 d,
                    .param .align 4 .b8 s[12]
                ) { ret; }
                """;
        MemorySegment structure = MemorySegment.ofArray(new int[3]);
        assertThatThrownBy(() -> launchOf(ptx, 1, 2, 0L, 1.5, structure))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernel saxpy, parameter 1 is a float, given an Integer; write 2f");
        assertThatThrownBy(() -> launchOf(ptx, 1, 2f, 0.5, 1.5, structure))
                .hasMessage(
                        "kernel saxpy, parameter 2 is a pointer, given a Double; pass a buffer of"
                                + " this GPU");
        assertThatThrownBy(() -> launchOf(ptx, 1, 2f, 0L, 3L, structure))
                .hasMessage("kernel saxpy, parameter 3 is a double, given a Long; write 3.0");
        assertThat(driver.calls("cuLaunchKernel")).isEmpty();
        assertThat(launchOf(ptx, 1f, 2f, 0L, 1.5, structure).getFloat(0)).isEqualTo(1f);
    }

    @Test
    void shouldSayWhatToDoWithAnArray() {
        assertThatThrownBy(() -> launch(1, 2f, new float[2], 0L, MemorySegment.NULL))
                .hasMessageStartingWith(
                        "kernel saxpy, parameter 2: given a float[], which no kernel can take;"
                                + " upload an array to a buffer first (gpu.upload); pass");
        assertThatThrownBy(() -> launch(1, 2f, new int[2], 0L, MemorySegment.NULL))
                .hasMessageStartingWith("kernel saxpy, parameter 2: given an int[], which");
        assertThatThrownBy(() -> launch(1, 2f, (byte) 3, 0L, MemorySegment.NULL))
                .hasMessageContaining("given a Byte (1 byte), expected 8 bytes");
    }

    @Test
    void shouldPackByNaturalAlignmentWhenTheDriverCannotTell() {
        driver.on(
                "cuFuncGetParamInfo",
                args -> {
                    throw new CudaException(CUresult.CUDA_ERROR_NOT_SUPPORTED, "not here");
                });
        ByteBuffer packed = launch((byte) 1, (short) 2, 3, 4L);

        assertThat(packed.capacity()).isEqualTo(16);
        assertThat(packed.get(0)).isEqualTo((byte) 1);
        assertThat(packed.getShort(2)).isEqualTo((short) 2);
        assertThat(packed.getInt(4)).isEqualTo(3);
        assertThat(packed.getLong(8)).isEqualTo(4);
    }

    @Test
    void shouldPassBuffersBySizeOfGridBlockAndSharedMemory() {
        driver.on(
                "cuFuncGetParamInfo",
                args -> {
                    throw new CudaException(CUresult.CUDA_ERROR_NOT_SUPPORTED, "not here");
                });
        try (Gpu gpu = Gpu.on(driver.driver(), 0);
                GpuModule module = gpu.load("");
                GpuStream stream = gpu.stream();
                GpuFloats data = gpu.floats(100)) {
            module.kernel("k")
                    .withSharedMemory(64)
                    .launch(Dim3.of(2, 3, 4), Dim3.covering(64, 32), stream, data.slice(10, 5));
            Object[] call = driver.last("cuLaunchKernel");

            assertThat(List.of(call).subList(1, 9))
                    .containsExactly(2, 3, 4, 2, 1, 1, 64, stream.handle());
            assertThat(((MemorySegment) call[9]).get(ValueLayout.JAVA_LONG_UNALIGNED, 0))
                    .isEqualTo(data.address() + 40);
        }
    }

    @Test
    void shouldRefuseAKernelWhoseModuleWasUnloaded() {
        try (Gpu gpu = Gpu.on(driver.driver(), 0)) {
            GpuModule module = gpu.load("");
            Kernel kernel = module.kernel("saxpy");
            module.close();

            assertThatThrownBy(() -> kernel.launch(Dim3.of(1), Dim3.of(1)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("kernel saxpy has been closed");
        }
    }

    @Test
    void shouldRaiseTheLimitOfSharedMemory() {
        try (Gpu gpu = Gpu.on(driver.driver(), 0);
                GpuModule module = gpu.load("")) {
            module.kernel("saxpy").allowSharedMemory(65536).withSharedMemory(60000);
        }

        assertThat(driver.last("cuFuncSetAttribute"))
                .endsWith(
                        CUfunction_attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                        65536);
    }

    @Test
    void shouldReturnTheNumberOfBlocksThatCanRunTogether() {
        driver.on("cuDeviceGetAttribute", args -> 10)
                .on("cuOccupancyMaxActiveBlocksPerMultiprocessor", args -> 3);
        try (Gpu gpu = Gpu.on(driver.driver(), 0);
                GpuModule module = gpu.load("")) {
            Kernel kernel = module.kernel("saxpy").withSharedMemory(64);

            assertThat(kernel.residentBlocks(128)).isEqualTo(30);
        }
        Object[] call = driver.last("cuOccupancyMaxActiveBlocksPerMultiprocessor");
        assertThat(List.of(call).subList(1, 3)).containsExactly(128, 64L);
    }

    @Test
    void shouldCoverPlanesWithBlocks() {
        assertThat(Dim3.covering(100, 9, Dim3.of(32, 8))).isEqualTo(Dim3.of(4, 2));
        assertThatThrownBy(() -> Dim3.covering(0, 9, Dim3.of(32, 8)))
                .hasMessageContaining("must be at least 1");
    }
}
