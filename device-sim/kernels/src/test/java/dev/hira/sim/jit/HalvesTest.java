package dev.hira.sim.jit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Instructions on halves and smaller numbers that take several steps, in both engines. */
final class HalvesTest {
    private static final int THREADS = 256;

    /** Pairs of edge values; each thread takes two. */
    private static final int[] EDGES = {
        0x0000_8000, 0x3c00_0001, 0x8001_03ff, 0x7c00_fc00,
        0x7fff_3c00, 0x0400_8400, 0xbc00_3c00, 0x7bff_7e01,
        0x0001_0000, 0x8000_83ff, 0x4000_c000, 0x3bff_3c01,
        0xfc01_7c01, 0x03ff_0400, 0x0001_8001, 0x5555_aaaa
    };

    private static int first(int thread) {
        return EDGES[thread & 15];
    }

    private static int second(int thread) {
        return EDGES[thread >> 4];
    }

    /** Runs instructions that compute {@code %r13} from {@code %r10} and {@code %r11}. */
    private static JitFixture.Result run(String instructions) {
        StringBuilder text = new StringBuilder("shr.u32 %r21, %r5, 4; and.b32 %r20, %r5, 15;\n");
        for (int i = 0; i < EDGES.length; i++) {
            text.append(
                    "setp.eq.u32 %%p1, %%r20, %d; @%%p1 mov.u32 %%r10, %d;\n"
                            .formatted(i, EDGES[i]));
            text.append(
                    "setp.eq.u32 %%p1, %%r21, %d; @%%p1 mov.u32 %%r11, %d;\n"
                            .formatted(i, EDGES[i]));
        }
        return JitFixture.body(
                        text
                                + "and.b32 %r12, %r5, 64; setp.ne.u32 %p3, %r12, 0;"
                                + "mov.b32 {%h1, %h2}, %r10; mov.b32 {%h3, %h4}, %r11;"
                                + instructions
                                + "st.global.u32 [%rd5], %r13; ret;")
                .blocks(4, 64)
                .agree(0);
    }

    private static void compare(String instructions, IntBinaryOperator expected) {
        JitFixture.Result result = run(instructions);
        assertThat(result.fault()).isNull();
        for (int thread = 0; thread < THREADS; thread++) {
            assertThat(result.result(thread))
                    .as("%s of 0x%x, 0x%x", instructions, first(thread), second(thread))
                    .isEqualTo(expected.applyAsInt(thread, first(thread)));
        }
    }

    private static float half(int bits) {
        return Float.float16ToFloat((short) bits);
    }

    /** Returns the value of a half; subnormal halves count as zeros. */
    private static float flushed(int bits) {
        return (bits & 0x7c00) == 0 ? 0 : half(bits);
    }

    private static boolean combinedWith(int thread) {
        return (thread & 64) != 0;
    }

    @ParameterizedTest
    @CsvSource({"'%p1|%p2', 3", "'%p1', 1"})
    void shouldCompareHalvesWithSubnormalOnesAsZeros(String targets, int wanted) {
        compare(
                "setp.eq.u32 %p2, 0, 1; setp.ltu.ftz.f16x2 "
                        + targets
                        + ", %r10, %r11; selp.u32 %r13, 1, 0, %p1; selp.u32 %r14, 2, 0, %p2;"
                        + " or.b32 %r13, %r13, %r14;",
                (thread, a) -> {
                    int b = second(thread);
                    boolean low = !(flushed(a) >= flushed(b));
                    boolean high = !(flushed(a >>> 16) >= flushed(b >>> 16));
                    return ((low ? 1 : 0) | (high ? 2 : 0)) & wanted;
                });
    }

    @Test
    void shouldCompareOneHalfWithSubnormalOnesAsZeros() {
        compare(
                "setp.eq.or.ftz.f16 %p1|%p2, %h1, %h3, !%p3; selp.u32 %r13, 1, 0, %p1;"
                        + " set.eq.ftz.s32.f16 %r14, %h1, %h3; and.b32 %r14, %r14, 2;"
                        + " or.b32 %r13, %r13, %r14;",
                (thread, a) -> {
                    boolean same = flushed(a) == flushed(second(thread));
                    return (same || !combinedWith(thread) ? 1 : 0) | (same ? 2 : 0);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"and", "or", "xor"})
    void shouldCombineComparisonsOfPairsWithAPredicate(String operator) {
        compare(
                "set.ge.OP.f16x2.f16x2 %r13, %r10, %r11, %p3;".replace("OP", operator),
                (thread, a) -> {
                    int b = second(thread);
                    boolean with = combinedWith(thread);
                    boolean low = combined(operator, half(a) >= half(b), with);
                    boolean high = combined(operator, half(a >>> 16) >= half(b >>> 16), with);
                    return (low ? 0x3c00 : 0) | (high ? 0x3c00_0000 : 0);
                });
        compare(
                "set.ne.OP.u32.bf16x2 %r13, %r10, %r11, %p3;".replace("OP", operator),
                (thread, a) -> {
                    int b = second(thread);
                    boolean with = combinedWith(thread);
                    boolean low = combined(operator, differs(a << 16, b << 16), with);
                    boolean high = combined(operator, differs(a & ~0xffff, b & ~0xffff), with);
                    return (low ? 0xffff : 0) | (high ? 0xffff_0000 : 0);
                });
    }

    /** Returns whether two halves are different numbers, neither of them NaN. */
    private static boolean differs(int a, int b) {
        float one = Float.intBitsToFloat(a);
        float other = Float.intBitsToFloat(b);
        return one < other || one > other;
    }

    private static boolean combined(String operator, boolean a, boolean b) {
        return switch (operator) {
            case "and" -> a && b;
            case "or" -> a || b;
            default -> a ^ b;
        };
    }

    @Test
    void shouldClampHalvesThatWereRounded() {
        compare(
                "shr.s32 %r14, %r10, 28; cvt.rn.sat.f16.s32 %h5, %r14;"
                        + " cvt.rpi.sat.f16.f16 %h6, %h1; mov.b32 %r13, {%h5, %h6};",
                (thread, a) -> {
                    int whole = (a >> 28) > 0 ? 0x3c00 : 0;
                    float value = half(a);
                    int clamped = value > 0 ? 0x3c00 : 0;
                    return whole | clamped << 16;
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"e4m3x2", "e5m2x2"})
    void shouldConvertPairsOfEightBits(String type) {
        compare(
                """
                cvt.rn.satfinite.TYPE.f16x2 %h5, %r10; cvt.rn.f16x2.TYPE %r14, %h5;
                cvt.f32.f16 %f1, %h1; cvt.f32.f16 %f2, %h2;
                cvt.rn.satfinite.TYPE.f32 %h6, %f2, %f1; cvt.rn.f16x2.TYPE %r15, %h6;
                cvt.rn.satfinite.relu.TYPE.f16x2 %h7, %r14; cvt.u32.u16 %r16, %h7;
                cvt.rn.relu.f16x2.TYPE %r17, %h5; cvt.rn.satfinite.TYPE.f16x2 %h8, %r17;
                cvt.u32.u16 %r18, %h8; sub.u32 %r16, %r16, %r18; sub.u32 %r14, %r14, %r15;
                or.b32 %r13, %r14, %r16;
                """
                        .replace("TYPE", type),
                (thread, a) -> 0);
    }
}
