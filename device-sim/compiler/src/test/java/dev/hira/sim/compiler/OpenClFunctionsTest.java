package dev.hira.sim.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.source.SourceProgram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** The built-in functions of OpenCL C, in groups. */
final class OpenClFunctionsTest {
    /** The length of (2e38, 0, 2e38, 0) over 2e38, as floats give it. */
    private static final double ROOT_OF_TWO = (float) Math.sqrt(2 * (double) 2e38f * 2e38f) / 2e38f;

    private static final Device DEVICE = new Device();

    @AfterAll
    static void close() {
        DEVICE.close();
    }

    private static long[] longs(String body, int size) {
        return longs(body, size, 1);
    }

    private static long[] longs(String body, int size, int threads) {
        long[] out = new long[size];
        String program = "kernel void k(global long* out) {\n" + body + "\n}";
        DEVICE.run(Builds.built(SourceProgram.openCl(program)).text(), "k", 1, threads, out);
        return out;
    }

    private static double[] doubles(String body, int size) {
        double[] out = new double[size];
        String program = "kernel void k(global double* out) {\n" + body + "\n}";
        DEVICE.run(Builds.built(SourceProgram.openCl(program)).text(), "k", 1, 1, out);
        return out;
    }

    @Test
    void shouldComputeWithIntegers() {
        assertThat(
                        longs(
                                """
                                out[0] = abs((char)-128); out[1] = abs_diff(-2000000000, 2000000000);
                                out[2] = add_sat((char)100, (char)100); out[3] = sub_sat((uint)3, (uint)5);
                                out[4] = add_sat(0x7ffffffffffffff0L, 100L); out[5] = hadd((char)127, (char)126);
                                out[6] = rhadd(-5, -4); out[7] = clz((short)1); out[8] = clz((uchar)0);
                                out[9] = popcount((char)-1); out[10] = rotate((uchar)0x81, (uchar)1); out[11] = rotate(1, 33);
                                out[12] = mul_hi(1L << 62, 8L); out[13] = mul_hi((uchar)200, (uchar)200);
                                out[14] = mad_hi((int)0x40000000, 8, 1); out[15] = mad_sat((char)100, (char)2, (char)1);
                                out[16] = mad_sat(0x4000000000000000L, 4L, -1L); out[17] = mad_sat(-0x4000000000000000L, 4L, 0L);
                                out[18] = mad_sat(-3L, 4L, 5L); out[19] = upsample((short)-1, (ushort)2);
                                out[20] = mul24(-3, 5); out[21] = mad24((uint)0xffffff, (uint)2, (uint)1);
                                out[22] = clamp(7, 1, 5); out[23] = min((uchar4)(1, 2, 3, 4), (uchar)2).w; out[24] = max(-1L, 1L);
                                """,
                                25))
                .containsExactly(
                        128,
                        4_000_000_000L,
                        127,
                        0,
                        Long.MAX_VALUE,
                        126,
                        -4,
                        15,
                        8,
                        8,
                        3,
                        2,
                        2,
                        156,
                        3,
                        127,
                        Long.MAX_VALUE,
                        Long.MIN_VALUE,
                        -7,
                        -65534,
                        -15,
                        33554431,
                        5,
                        2,
                        1);
    }

    @Test
    void shouldPrintVectors() {
        assertThat(
                        Builds.built(
                                        SourceProgram.openCl(
                                                "kernel void k(float4 v) { printf(\"%v4hlf\\n\", v); }"))
                                .text())
                .contains("vprintf")
                .doesNotContain("\tprintf");
    }

    @Test
    void shouldCompareAndSelect() {
        assertThat(
                        longs(
                                """
                                float4 a = (float4)(1, NAN, INFINITY, -0.0f);
                                int4 n = isnan(a); out[0] = n.x + 10 * n.y; out[1] = isinf(a).z; out[2] = signbit(a).w;
                                out[3] = isequal(1.0f, 1.0f) + isless(2.0, 1.0); out[4] = isgreater((double2)(2, 1), (double2)(1, 2)).x;
                                out[5] = any((int2)(0, -1)) + 2 * all((int2)(0, -1)) + 4 * any((char)1);
                                out[6] = select(3, 4, 1); out[7] = select((int2)(3, 5), (int2)(4, 6), (int2)(1, -1)).x;
                                out[8] = select((int2)(3, 5), (int2)(4, 6), (int2)(1, -1)).y; out[9] = bitselect(0xf0, 0x0f, 0x3c);
                                out[10] = isordered(1.0f, NAN) + 2 * isunordered(1.0f, NAN) + 4 * isfinite(1.0) + 8 * isnormal(1e-40f);
                                out[11] = select((long3)(1), (long3)(2), (ulong3)(1UL << 63)).z; out[12] = islessgreater(1.0f, 2.0f);
                                """,
                                13))
                .containsExactly(-10, -1, -1, 1, -1, 1, 4, 3, 6, 0xcc, 6, 2, 1);
    }

    @Test
    void shouldLoadStoreAndShuffleVectors() {
        assertThat(
                        longs(
                                """
                                local int held[20];
                                for (int i = 0; i < 20; i++) held[i] = i;
                                int3 three = vload3(2, held); out[0] = three.x + 100 * three.z;
                                vstore4((int4)(7, 8, 9, 10), 1, held); out[1] = held[4] + 100 * held[7];
                                private short own[8] = {1, 2, 3, 4, 5, 6, 7, 8}; out[2] = vload8(0, own).s7;
                                local ushort bits[8]; local half* halves = (local half*)bits;
                                vstore_half(1.5f, 0, halves); vstore_half_rtp(1.0001f, 1, halves); vstorea_half3((float3)(1, 2, 3), 1, halves);
                                out[3] = bits[0]; out[4] = bits[1]; out[5] = bits[6]; out[6] = (long)(vload_half2(0, halves).x * 2);
                                uint4 mask = (uint4)(3, 0, 5, 2);
                                int4 mixed = shuffle2((int4)(1, 2, 3, 4), (int4)(5, 6, 7, 8), mask);
                                out[7] = mixed.x * 1000 + mixed.y * 100 + mixed.z * 10 + mixed.w;
                                out[8] = shuffle((char8)(1, 2, 3, 4, 5, 6, 7, 8), (uchar2)(7, 1)).x;
                                """,
                                9))
                .containsExactly(806, 1007, 8, 0x3e00, 0x3c01, 0x4200, 3, 4163, 8);
    }

    @Test
    void shouldConvertWithSaturationAndRounding() {
        assertThat(
                        longs(
                                """
                                out[0] = convert_int(2.7f); out[1] = convert_int_rte(2.5f); out[2] = convert_int_rtp(2.1); out[3] = convert_int_rtn(-2.1f);
                                out[4] = convert_uchar_sat(300.0f); out[5] = convert_uchar_sat(-5); out[6] = convert_char_sat(200u);
                                out[7] = convert_long_sat(1e30f); out[8] = convert_int_sat(NAN); out[9] = convert_uint_sat(-1L);
                                out[10] = convert_short2_sat_rte((float2)(1e9f, 2.5f)).y; out[11] = as_int(convert_float_rtz(16777219));
                                out[12] = as_int(convert_float_rtp(16777217)); out[13] = as_int(convert_float_rtn(0.1));
                                out[14] = convert_uchar4((int4)(1, 258, 3, 4)).y; out[15] = (long)convert_double4((float4)(1, 2, 3, 4)).w;
                                out[16] = as_int(convert_float_rtz(~0UL)); out[17] = convert_ulong_sat(1e30) == ~0UL;
                                """,
                                18))
                .containsExactly(
                        2,
                        2,
                        3,
                        -3,
                        255,
                        0,
                        127,
                        Long.MAX_VALUE,
                        0,
                        0,
                        2,
                        Float.floatToIntBits(16777218f),
                        Float.floatToIntBits(16777218f),
                        Float.floatToIntBits(Math.nextDown(0.1f)),
                        2,
                        4,
                        Float.floatToIntBits(Math.nextDown(0x1p64f)),
                        1);
    }

    @Test
    void shouldSynchronizeAndCount() {
        long[] out =
                longs(
                        """
                        local int count, low; local long wide;
                        int i = get_local_id(0);
                        if (i == 0) { count = 0; low = 100; wide = 0; }
                        barrier(CLK_LOCAL_MEM_FENCE);
                        atomic_inc(&count); atomic_add(&count, 2); atomic_min(&low, i - 5);
                        atom_add(&wide, 1L << 32);
                        local int held[32]; event_t event = async_work_group_copy(held, (global int*)out, 32, 0);
                        wait_group_events(1, &event);
                        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
                        if (i == 3) { out[0] = count; out[1] = low; out[2] = wide; out[3] = held[31]; out[4] = get_local_size(0)
                            + 100 * get_local_size(1) + 1000 * get_local_size(7) + get_local_id(5); out[5] = atomic_cmpxchg(&count, 96, 1); out[6] = count; }
                        """,
                        16,
                        32);
        assertThat(out).startsWith(96, -5, 32L << 32, 0, 1132, 96, 1);
    }

    @Test
    void shouldComputeCommonAndGeometricFunctions() {
        assertThat(
                        doubles(
                                """
                                out[0] = dot((double3)(1, 2, 3), (double3)(4, 5, 6)); out[1] = cross((float3)(1, 0, 0), (float3)(0, 1, 0)).z;
                                out[2] = length((float4)(2e38f, 0, 2e38f, 0)) / 2e38f; out[3] = normalize((double2)(3, 4)).y; out[4] = distance(1.0f, 4.0f);
                                out[5] = mix(1.0, 3.0, 0.5); out[6] = step(2.0f, (float2)(1, 2)).y; out[7] = smoothstep(0.0, 2.0, 1.0); out[8] = sign(-0.5f);
                                out[9] = degrees(3.141592653589793); out[10] = radians(180.0); out[11] = fast_length((float2)(3, 4));
                                double whole; out[12] = fract(-1.25, &whole); out[13] = whole; int e; out[14] = frexp(12.0, &e); out[15] = e;
                                float2 c; out[16] = sincos((float2)(0, 0), &c).y + c.y; int q; out[17] = remquo(7.0, 2.0, &q); out[18] = q;
                                out[19] = ldexp(1.0, 10) + pown(2.0, 3) + rootn(27.0, 3); out[20] = fmax((float2)(1, 5), 3.0f).x; out[21] = round(-2.5f);
                                out[22] = rint(2.5); out[23] = maxmag(-3.0, 2.0); out[24] = nextafter(1.0f, 2.0f) - 1; out[25] = ilogb(10.0f); out[26] = half_recip(4.0f);
                                out[27] = mad(2.0f, 3.0f, 4.0f) + native_sqrt(4.0f); int s; out[28] = lgamma_r(-0.5, &s) > 1 ? s : 0; out[29] = isnan(nan(3u));
                                """,
                                30))
                .containsExactly(
                        32,
                        1,
                        ROOT_OF_TWO,
                        0.8,
                        3,
                        2,
                        1,
                        0.5,
                        -1,
                        180,
                        Math.PI,
                        5,
                        0.75,
                        -2,
                        0.75,
                        4,
                        1,
                        -1,
                        4,
                        1035,
                        3,
                        -3,
                        2,
                        -3,
                        Math.ulp(1f),
                        3,
                        0.25,
                        12,
                        -1,
                        1);
    }
}
