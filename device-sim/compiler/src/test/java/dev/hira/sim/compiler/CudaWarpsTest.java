package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs whose warps rely on running in step, without __syncwarp, compiled and run. */
final class CudaWarpsTest {
    private static final int THREADS = 128;

    private static int[] run(String tier, String kernel, int[] out) {
        String ptx = Builds.ptx(kernel);
        try (Device device = new Device("sim:?tier=" + tier)) {
            device.run(ptx, "k", 1, out.length, out);
        }
        return out;
    }

    private static int[] numbers(int count) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, it -> 7 * it + 3);
        return numbers;
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "scalar", "simt"})
    void shouldReduceInTheLastWarpByVolatileAccesses(String tier) {
        int[] out =
                run(
                        tier,
                        """
                        extern "C" __global__ void k(int* data) {
                            __shared__ int held[128];
                            int t = threadIdx.x;
                            held[t] = data[t];
                            __syncthreads();
                            if (t < 64) held[t] += held[t + 64];
                            __syncthreads();
                            if (t < 32) {
                                volatile int* last = held;
                                last[t] += last[t + 32];
                                last[t] += last[t + 16];
                                last[t] += last[t + 8];
                                last[t] += last[t + 4];
                                last[t] += last[t + 2];
                                last[t] += last[t + 1];
                            }
                            if (t == 0) data[0] = held[0];
                        }
                        """,
                        numbers(THREADS));
        assertThat(out[0]).isEqualTo(Arrays.stream(numbers(THREADS)).sum());
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "scalar", "simt"})
    void shouldReduceByATemplateOverAVolatilePointer(String tier) {
        int[] out =
                run(
                        tier,
                        """
                        template <int size> __device__ void last(volatile int* held, int t) {
                            if (size >= 64) held[t] += held[t + 32];
                            if (size >= 32) held[t] += held[t + 16];
                            if (size >= 16) held[t] += held[t + 8];
                            if (size >= 8) held[t] += held[t + 4];
                            if (size >= 4) held[t] += held[t + 2];
                            if (size >= 2) held[t] += held[t + 1];
                        }
                        extern "C" __global__ void k(int* data) {
                            __shared__ int held[64];
                            int t = threadIdx.x;
                            held[t] = data[t];
                            __syncthreads();
                            if (t < 32) last<64>(held, t);
                            if (t == 0) data[0] = held[0];
                        }
                        """,
                        numbers(64));
        assertThat(out[0]).isEqualTo(Arrays.stream(numbers(64)).sum());
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "scalar", "simt"})
    void shouldTransposeTilesOfWarps(String tier) {
        int[] out =
                run(
                        tier,
                        """
                        extern "C" __global__ void k(int* data) {
                            __shared__ int tile[128];
                            int t = threadIdx.x;
                            int lane = t & 31;
                            int* own = tile + (t & ~31);
                            own[lane] = data[t];
                            int turned = own[(lane & 3) * 8 + (lane >> 2)];
                            own[lane] = turned + 1;
                            data[t] = own[31 - lane];
                        }
                        """,
                        numbers(THREADS));
        for (int t = 0; t < THREADS; t++) {
            int lane = 31 - (t & 31);
            int from = (t & ~31) + (lane & 3) * 8 + (lane >> 2);
            assertThat(out[t]).as("thread %d", t).isEqualTo(7 * from + 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "scalar", "simt"})
    void shouldScanWarps(String tier) {
        int[] out =
                run(
                        tier,
                        """
                        extern "C" __global__ void k(int* data) {
                            __shared__ volatile int held[128];
                            int t = threadIdx.x;
                            int lane = t & 31;
                            held[t] = data[t];
                            if (lane >= 1) held[t] += held[t - 1];
                            if (lane >= 2) held[t] += held[t - 2];
                            if (lane >= 4) held[t] += held[t - 4];
                            if (lane >= 8) held[t] += held[t - 8];
                            if (lane >= 16) held[t] += held[t - 16];
                            data[t] = lane > 0 ? held[t - 1] : 0;
                        }
                        """,
                        numbers(THREADS));
        int sum = 0;
        for (int t = 0; t < THREADS; t++) {
            sum = t % 32 == 0 ? 0 : sum + 7 * (t - 1) + 3;
            assertThat(out[t]).as("thread %d", t).isEqualTo(sum);
        }
    }

    /** As sosfil of HeCBench: each thread reads its neighbour's element and then writes its own. */
    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "scalar", "simt"})
    void shouldReadNeighboursBeforeAnyThreadWrites(String tier) {
        int[] out =
                run(
                        tier,
                        """
                        extern "C" __global__ void k(int* data) {
                            __shared__ int held[32];
                            int t = threadIdx.x;
                            held[t] = data[t];
                            __syncthreads();
                            for (int i = 0; i < 5; i++) {
                                int next = held[(t + 1) & 31];
                                held[t] = next;
                                __syncthreads();
                            }
                            data[t] = held[t];
                        }
                        """,
                        numbers(32));
        for (int t = 0; t < 32; t++) {
            assertThat(out[t]).as("thread %d", t).isEqualTo(7 * ((t + 5) & 31) + 3);
        }
    }

    /** Volatile device memory, which no barrier orders either. */
    @ParameterizedTest
    @ValueSource(strings = {"interpreter", "scalar", "simt"})
    void shouldRotateThroughVolatileDeviceMemory(String tier) {
        int[] out =
                run(
                        tier,
                        """
                        extern "C" __global__ void k(volatile int* data) {
                            int t = threadIdx.x;
                            for (int i = 0; i < 3; i++) {
                                int next = data[(t & ~31) + ((t + 1) & 31)];
                                data[t] = next;
                            }
                        }
                        """,
                        numbers(THREADS));
        for (int t = 0; t < THREADS; t++) {
            int from = (t & ~31) + ((t + 3) & 31);
            assertThat(out[t]).as("thread %d", t).isEqualTo(7 * from + 3);
        }
    }
}
