package dev.hira.e2e.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.e2e.CountingKernel;
import dev.hira.guest.Hira;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.Kernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Programs that count their side effects while connections break. */
public final class CountedPrograms {
    private static final int SIZE = 3000;
    private static final int LAUNCHES = 2000;
    private static final int LARGE = 24 << 20;

    private CountedPrograms() {}

    /** Opens a driver with a context. */
    public static CudaDriver open(String uri) {
        CudaDriver cuda = Hira.connect(uri);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    /** Launches kernels that count themselves. */
    public static void launches(CudaDriver cuda) {
        try (Gpu gpu = Gpu.on(cuda, 0);
                GpuModule module = gpu.load(CountingKernel.PTX);
                GpuInts counter = gpu.upload(new int[1])) {
            Kernel count = module.kernel("count");
            for (int i = 0; i < LAUNCHES; i++) {
                count.launch(Dim3.of(1), Dim3.of(1), counter);
                if (i % 20 == 19) {
                    cuda.cuCtxSynchronize();
                }
            }
            assertThat(counter.download()[0]).isEqualTo(LAUNCHES);
        }
    }

    /** Has host functions called. */
    public static void hostFunctions(CudaDriver cuda) {
        long stream = cuda.cuStreamCreate(1);
        List<Long> calls = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            cuda.cuLaunchHostFunc(stream, calls::add, i);
            if (i % 20 == 19) {
                cuda.cuStreamSynchronize(stream);
            }
        }
        cuda.cuStreamSynchronize(stream);
        assertThat(calls).hasSize(300).isSorted().doesNotHaveDuplicates();
    }

    /** Copies data to the device and back. */
    public static void copies(CudaDriver cuda, long seed) {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(SIZE);
        for (int i = 0; i < 60; i++) {
            byte[] data = new byte[SIZE];
            new Random(seed * 100 + i).nextBytes(data);
            MemorySegment back = MemorySegment.ofArray(new byte[SIZE]);
            cuda.cuMemcpyHtoDAsync(memory, MemorySegment.ofArray(data), SIZE, stream);
            cuda.cuMemcpyDtoHAsync(back, memory, SIZE, stream);
            cuda.cuStreamSynchronize(stream);
            assertThat(back.toArray(ValueLayout.JAVA_BYTE)).as("copy %d", i).isEqualTo(data);
        }
        cuda.cuMemFree(memory);
        cuda.cuStreamDestroy(stream);
    }

    /** Copies more data than a frame takes to the device and back. */
    public static void largeCopies(CudaDriver cuda, long seed) {
        byte[] data = new byte[LARGE];
        new Random(seed).nextBytes(data);
        long memory = cuda.cuMemAlloc(LARGE);
        for (int i = 0; i < 12; i++) {
            data[i * 1000]++;
            byte[] back = new byte[LARGE];
            cuda.cuMemcpyHtoD(memory, MemorySegment.ofArray(data), LARGE);
            cuda.cuMemcpyDtoH(MemorySegment.ofArray(back), memory, LARGE);
            assertThat(back).as("copy %d", i).isEqualTo(data);
        }
        cuda.cuMemFree(memory);
    }
}
