package dev.hira.sim.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.cuda.CUlimit;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests memory that kernels allocate. */
final class HeapTest extends KernelFixture {
    private static final String TEXT =
            """
            .extern .func (.param .b64 r) malloc(.param .b64 n);
            .extern .func free(.param .b64 p);
            .visible .entry take(.param .u64 p, .param .u64 n) {
                .reg .b32 %r<9>;
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                ld.param.u64 %rd5, [n];
                mov.u32 %r1, %tid.x;
                mul.wide.u32 %rd2, %r1, 8;
                add.s64 %rd3, %rd1, %rd2;
                { .param .b64 a; .param .b64 q;
                st.param.b64 [a], %rd5;
                call.uni (q), malloc, (a);
                ld.param.b64 %rd4, [q]; }
                st.u64 [%rd3], %rd4;
                ret;
            }
            .visible .entry give(.param .u64 p) {
                .reg .b64 %rd<9>;
                ld.param.u64 %rd1, [p];
                ld.u64 %rd2, [%rd1];
                { .param .b64 a;
                st.param.b64 [a], %rd2;
                call.uni free, (a); }
                ret;
            }
            """;

    private long[] addresses(long at, int count) {
        int[] halves = ints(at, 2 * count);
        long[] addresses = new long[count];
        Arrays.setAll(
                addresses,
                i -> Integer.toUnsignedLong(halves[2 * i]) | (long) halves[2 * i + 1] << 32);
        return addresses;
    }

    @Test
    void shouldAllocateUntilTheHeapIsFullAndReuseFreedMemory() {
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE, 4096);
        long module = load(TEXT);
        long take = cuda.cuModuleGetFunction(module, "take");
        long give = cuda.cuModuleGetFunction(module, "give");
        long out = cuda.cuMemAlloc(8 * 5);
        run(take, 1, 5, out, 1000L);
        long[] taken = addresses(out, 5);
        assertThat(taken).doesNotHaveDuplicates().endsWith(0);
        assertThat(Arrays.stream(taken)).allMatch(address -> address % 16 == 0);
        run(give, 1, 1, out + 16);
        run(take, 1, 1, out, 1000L);
        assertThat(addresses(out, 1)).containsExactly(taken[2]);
    }

    @Test
    void shouldRefuseALaunchWithoutRoomForItsHeap() {
        long take = kernel(TEXT, "take");
        long large = cuda.cuMemAlloc(600L << 20);
        cuda.cuCtxSetLimit(CUlimit.CU_LIMIT_MALLOC_HEAP_SIZE, 600L << 20);
        shouldFail(CUresult.CUDA_ERROR_OUT_OF_MEMORY, () -> start(take, 1, 1, large, 16L));
        cuda.cuMemFree(large);
        long out = cuda.cuMemAlloc(8);
        run(take, 1, 1, out, 16L);
        assertThat(addresses(out, 1)[0]).isNotZero();
    }

    @Test
    void shouldRefuseToFreeAnUnallocatedAddress() {
        long give = kernel(TEXT, "give");
        CudaException failure = failure(give, 1, 1, ints(new int[] {16, 0}));
        assertThat(failure.error()).isEqualTo(CUresult.CUDA_ERROR_LAUNCH_FAILED);
        assertThat(failure.getMessage()).contains("0x10 cannot be freed");
    }
}
