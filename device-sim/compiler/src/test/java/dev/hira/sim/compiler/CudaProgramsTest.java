package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.source.Build;
import dev.hira.api.source.SourceProgram;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Programs in CUDA C++, compiled and run. */
final class CudaProgramsTest {
    private static final Device DEVICE = new Device();

    @AfterAll
    static void close() {
        DEVICE.close();
    }

    private static int[] ints(String body, int threads, int size) {
        int[] out = new int[size];
        String program =
                "#include <cuda_fp16.h>\nextern \"C\" __global__ void k(int* out) {\n"
                        + body
                        + "\n}";
        DEVICE.run(Builds.ptx(program), "k", 1, threads, out);
        return out;
    }

    @Test
    void shouldRunASaxpy() {
        float[] x = {1, 2, 3};
        float[] y = {10, 20, 30};
        String ptx =
                Builds.ptx(
                        """
                        extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
                            int i = blockIdx.x * blockDim.x + threadIdx.x;
                            if (i < n) y[i] = a * x[i] + y[i];
                        }
                        """);
        DEVICE.run(ptx, "saxpy", 2, 2, 3, 2f, x, y);
        assertThat(y).containsExactly(12, 24, 36);
    }

    @Test
    void shouldInstantiateWhatNameExpressionsName() {
        Build.Built built =
                Builds.built(
                        SourceProgram.cuda(
                                        """
                                        namespace n { template <class T> __global__ void fill(T* p, T v) { *p = v; } }
                                        __constant__ int table[4];
                                        __global__ void fill(int* p) { *p = table[1] + 3; }
                                        """)
                                .withNames(
                                        List.of(
                                                "n::fill<double>",
                                                "table",
                                                "(void (*)(int*))fill")));
        assertThat(built.names())
                .containsEntry("n::fill<double>", "_ZN1n4fillIdEEvPT_S1_")
                .containsEntry("table", "table")
                .containsEntry("(void (*)(int*))fill", "_Z4fillPi");
        assertThat(built.text()).doesNotContain("__hira_name");
        double[] out = new double[1];
        DEVICE.run(built.text(), "_ZN1n4fillIdEEvPT_S1_", 1, 1, out, 2.5);
        assertThat(out).containsExactly(2.5);
        int[] words = new int[1];
        DEVICE.run(built.text(), "_Z4fillPi", 1, 1, words);
        assertThat(words).containsExactly(3);
    }

    @Test
    void shouldIncludeHeadersByNameAndReadMacros() {
        SourceProgram program =
                SourceProgram.cuda(
                                """
                                #include "sizes/n.h"
                                #include <cuda_runtime.h>
                                #include <cstdint>
                                extern "C" __global__ void k(int32_t* out) { out[0] = N * SCALE; out[1] = LAST; }
                                """)
                        .withHeaders(
                                Map.of(
                                        "sizes/n.h",
                                        "#include \"m.h\"\n#define N M",
                                        "sizes/m.h",
                                        "#define M 6"))
                        .withOptions(
                                "-DSCALE=7", "-D", "LAST=9", "-O1", "--std=c++20", "-arch=sm_70");
        Build.Built built = Builds.built(program);
        int[] out = new int[2];
        DEVICE.run(built.text(), "k", 1, 1, out);
        assertThat(out).containsExactly(42, 9);
        assertThat(built.text()).contains(".target sm_70");
    }

    @Test
    void shouldShareMemoryBetweenTheThreadsOfABlock() {
        int[] out =
                ints(
                        """
                        __shared__ int held[64];
                        held[threadIdx.x] = threadIdx.x;
                        __syncthreads();
                        out[threadIdx.x] = held[63 - threadIdx.x] + __syncthreads_count(threadIdx.x < 5);
                        """,
                        64,
                        64);
        assertThat(out[0]).isEqualTo(68);
        assertThat(out[63]).isEqualTo(5);
    }

    @Test
    void shouldUseDynamicSharedMemory() {
        int[] out = new int[4];
        String ptx =
                Builds.ptx(
                        """
                        extern "C" __global__ void __launch_bounds__(32) k(int* out) {
                            extern __shared__ int held[];
                            held[threadIdx.x] = 10 * threadIdx.x;
                            __syncthreads();
                            out[threadIdx.x] = held[3 - threadIdx.x];
                        }
                        """);
        DEVICE.runSharing(16, ptx, "k", 1, 4, out);
        assertThat(out).containsExactly(30, 20, 10, 0);
    }

    @Test
    void shouldExchangeValuesInWarps() {
        int[] out =
                ints(
                        """
                        int lane = threadIdx.x;
                        double d = __shfl_xor_sync(0xffffffff, 1.5 * lane, 1);
                        out[lane] = __shfl_sync(0xffffffff, lane, 3) + 100 * __shfl_up_sync(0xffffffff, lane, 2)
                            + 10000 * __shfl_down_sync(0xffffffff, lane, 4, 8);
                        out[32 + lane] = (int)(2 * d);
                        out[64 + lane] = (int)__ballot_sync(0xffffffff, lane % 2) + __any_sync(~0u, lane > 40)
                            + __all_sync(~0u, lane < 32);
                        out[96 + lane] = (int)__match_any_sync(0xffffffff, lane / 16);
                        """,
                        32, 128);
        assertThat(out[0]).isEqualTo(3 + 10000 * 4);
        assertThat(out[5]).isEqualTo(3 + 300 + 10000 * 5);
        assertThat(out[32]).isEqualTo(3);
        assertThat(out[64]).isEqualTo(0xaaaaaaaa + 1);
        assertThat(out[96]).isEqualTo(0xffff);
        assertThat(out[127]).isEqualTo(0xffff0000);
    }

    @Test
    void shouldCountByAtomics() {
        int[] out =
                ints(
                        """
                        atomicAdd(out, 2);
                        atomicMax(out + 1, (int)threadIdx.x);
                        atomicMin(out + 2, -(int)threadIdx.x);
                        atomicOr(out + 3, 1 << (threadIdx.x & 7));
                        atomicInc((unsigned*)out + 4, 9);
                        if (threadIdx.x == 5) { atomicExch(out + 5, 77); atomicCAS(out + 6, 0, 8); atomicCAS(out + 6, 0, 9); }
                        atomicAdd((float*)out + 7, 0.5f);
                        atomicSub_block(out + 8, 1);
                        atomicXor_system(out + 9, 1 << threadIdx.x % 32);
                        atomicAdd((unsigned long long*)(out + 10), 1ull << 31);
                        """,
                        64, 12);
        assertThat(out)
                .containsExactly(
                        128, 63, -63, 255, 4, 77, 8, Float.floatToIntBits(32), -64, 0, 0, 32);
    }

    @Test
    void shouldComputeWithIntegers() {
        int[] out =
                ints(
                        """
                        unsigned v = 0x12345678u;
                        out[0] = __popc(v); out[1] = __clz(v); out[2] = __ffs(v); out[3] = (int)__brev(v);
                        out[4] = (int)__byte_perm(v, 0xaabbccddu, 0x5140);
                        out[5] = __mulhi(1 << 30, 12); out[6] = (int)__umulhi(v, v);
                        out[7] = (int)__funnelshift_l(v, 0xffff0000u, 8); out[8] = (int)__funnelshift_r(v, 0xffff0000u, 8);
                        out[9] = __mul24(0x1000003, 5); out[10] = (int)__sad(-5, 7, 100u);
                        out[11] = __hadd(5, 8); out[12] = __rhadd(5, 8);
                        out[13] = min(3, -4) + max(7u, 9u); out[14] = abs(-6) + __clzll(1);
                        out[15] = (int)(__umul64hi(1ull << 63, 6) + __mul64hi(-1, 5));
                        out[16] = __dp4a(0x01020304, 0x01010101, 5);
                        out[17] = __float2int_rd(-1.5f) + 10 * __float2int_ru(1.2f) + 100 * __double2int_rn(2.5);
                        out[18] = __float_as_int(__fadd_ru(1.0f, 1e-10f)); out[19] = __float_as_int(__fdiv_rz(2.0f, 3.0f));
                        """,
                        1,
                        20);
        assertThat(out)
                .containsExactly(
                        13,
                        3,
                        4,
                        0x1e6a2c48,
                        0xcc56dd78,
                        3,
                        0x014b66dc,
                        0xff000012,
                        0x00123456,
                        15,
                        112,
                        6,
                        7,
                        5,
                        69,
                        2,
                        15,
                        -2 + 20 + 200,
                        0x3f800001,
                        0x3f2aaaaa);
    }

    @Test
    void shouldComputeInHalfPrecision() {
        int[] out =
                ints(
                        """
                        half a = __float2half(1.5f), b = 2.25f;
                        __half2 v = __floats2half2_rn(3.0f, -1.0f);
                        __half2 w = __hfma2(v, __half2half2(a), __float2half2_rn(0.5f));
                        out[0] = __half_as_ushort(a * b + half(1.0f)); out[1] = __half_as_ushort(w.x);
                        out[2] = __half_as_ushort(__high2half(w)); out[3] = a < b; out[4] = (int)__half2float(hsqrt(half(16.0f)));
                        out[5] = __half_as_ushort(__float2half(65520.0f)); out[6] = __hisnan(half(NAN));
                        """,
                        1,
                        7);
        assertThat(out)
                .containsExactly(
                        Float.floatToFloat16(4.375f),
                        Float.floatToFloat16(5f),
                        Float.floatToFloat16(-1f) & 0xffff,
                        1,
                        4,
                        0x7c00,
                        1);
    }

    @Test
    void shouldMixFloatAndDoubleInMinAndMax() {
        assertThat(
                        ints(
                                "out[0] = max(1.0, 2.f) == 2.0; out[1] = min(2.f, 1.0) == 1.0;"
                                        + " out[2] = sizeof(max(1.f, 2.0)); out[3] = sizeof(min(1.0, 2.f));",
                                1,
                                4))
                .containsExactly(1, 1, 8, 8);
    }

    @Test
    void shouldHaveTheConstantsOfMath() {
        String program =
                """
                #include <math_constants.h>
                extern "C" __global__ void k(double* out) {
                    double all[] = {CUDART_PI, CUDART_INF_F, CUDART_L2E_F, CUDART_SQRT_TWO, CUDART_MIN_DENORM,
                                    CUDART_LN2, CUDART_LG2, CUDART_3PIO4_F, CUDART_NEG_ZERO};
                    for (int i = 0; i < 9; i++) out[i] = all[i];
                    out[9] = isnan(CUDART_NAN_F) && isnan(CUDART_NAN);
                }
                """;
        double[] out = new double[10];
        DEVICE.run(Builds.ptx(program), "k", 1, 1, out);
        assertThat(out)
                .containsExactly(
                        Math.PI,
                        Double.POSITIVE_INFINITY,
                        (float) (1 / Math.log(2)),
                        Math.sqrt(2),
                        Double.MIN_VALUE,
                        Math.log(2),
                        Math.log10(2),
                        (float) (3 * Math.PI / 4),
                        -0.0,
                        1);
    }

    @Test
    void shouldNameAPrintfWithoutArguments() {
        String ptx = Builds.ptx("extern \"C\" __global__ void k() { printf(\"at %d\\n\"); }");
        Device own = new Device();
        try {
            assertThatThrownBy(() -> own.run(ptx, "k", 1, 1))
                    .hasMessageContaining(
                            "printf has conversions in its format, but no arguments: at %d");
        } finally {
            own.close();
        }
    }
}
