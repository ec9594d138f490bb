package dev.hira.sim.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.ptx.model.ScalarType;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks conversions to and from numbers of eight bits, and those that overflow to finite numbers.
 */
class FiniteConversionsTest {
    /** Returns the finite non-negative numbers of a format, indexed by their bits. */
    private static double[] values(boolean e4m3) {
        int mantissa = e4m3 ? 3 : 2;
        int bias = e4m3 ? 7 : 15;
        return IntStream.range(0, e4m3 ? 0x7f : 0x7c)
                .mapToDouble(bits -> {
                    int exponent = bits >> mantissa;
                    int fraction = bits & ((1 << mantissa) - 1);
                    int whole = exponent == 0 ? fraction : fraction + (1 << mantissa);
                    return Math.scalb((double) whole, Math.max(exponent, 1) - bias - mantissa);
                })
                .toArray();
    }

    /** Returns the nearest of the format's numbers by a search through all of them. */
    private static int nearest(double[] values, double a, boolean relu) {
        if (Double.isNaN(a)) {
            return 0x7f;
        }
        boolean negative = Double.doubleToRawLongBits(a) < 0;
        if (negative && relu) {
            return 0;
        }
        double magnitude = Math.min(Math.abs(a), values[values.length - 1]);
        int best = 0;
        for (int bits = 1; bits < values.length; bits++) {
            double worse = Math.abs(values[best] - magnitude);
            double better = Math.abs(values[bits] - magnitude);
            boolean even = (bits & 1) == 0;
            best = better < worse || (better == worse && even) ? bits : best;
        }
        return (negative ? 0x80 : 0) | best;
    }

    private static float half(long bits) {
        return Float.float16ToFloat((short) bits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"e4m3x2", "e5m2x2"})
    void shouldRoundToTheNearestNumberOfEightBits(String type) {
        double[] values = values(type.startsWith("e4m3"));
        for (String relu : List.of("", ".relu")) {
            boolean clamps = !relu.isEmpty();
            Checks.compare(
                    "cvt.rn.satfinite" + relu + "." + type + ".f32",
                    a ->
                            nearest(values, Float.intBitsToFloat((int) a[0]), clamps) << 8
                                    | nearest(values, Float.intBitsToFloat((int) a[1]), clamps));
            Checks.compare(
                    "cvt.rn.satfinite" + relu + "." + type + ".f16x2",
                    a ->
                            nearest(values, half(a[0] >>> 16), clamps) << 8
                                    | nearest(values, half(a[0]), clamps));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"e4m3x2", "e5m2x2"})
    void shouldWidenEachNumberOfEightBits(String type) {
        double[] values = values(type.startsWith("e4m3"));
        Checks.compare(
                "cvt.rn.f16x2." + type,
                a -> widened(values, a[0] >>> 8) << 16 | widened(values, a[0] & 0xff));
        Checks.compare(
                "cvt.rn.relu.f16x2." + type,
                a -> relu(widened(values, a[0] >>> 8)) << 16 | relu(widened(values, a[0] & 0xff)));
    }

    private static long widened(double[] values, long bits) {
        int magnitude = (int) bits & 0x7f;
        boolean negative = (bits & 0x80) != 0;
        if (magnitude < values.length) {
            double value = negative ? -values[magnitude] : values[magnitude];
            return Float.floatToFloat16((float) value) & 0xffff;
        }
        boolean infinite = magnitude == values.length && magnitude != 0x7f;
        return infinite ? (negative ? 0xfc00 : 0x7c00) : 0x7fff;
    }

    private static long relu(long half) {
        return (half & 0x8000) == 0 ? half : 0;
    }

    static List<String> halves() {
        return InstructionTexts.expanded(
                "cvt.{rn,rz}{,.relu}.satfinite.{f16,bf16,f16x2,bf16x2}.f32");
    }

    @ParameterizedTest
    @MethodSource("halves")
    void shouldRoundToTheLargestHalfInsteadOfInfinity(String text) {
        Operation plain = Checks.operation(text.replace(".satfinite", "").replace("x2", ""));
        Format format = Values.format(plain.result());
        Checks.compare(
                text,
                a -> {
                    long first = finite(plain, format, a[0]);
                    return a.length == 1 ? first : first << 16 | finite(plain, format, a[1]);
                });
    }

    private static long finite(Operation plain, Format format, long a) {
        long bits = Checks.call(Checks.spread(plain), plain, a);
        return format.magnitude(bits) == format.infinity() ? bits - 1 : bits;
    }

    @Test
    void shouldRoundToTheLargestNumberOfTf32() {
        Operation plain = Checks.operation("cvt.rna.tf32.f32");
        Checks.compare(
                "cvt.rna.satfinite.tf32.f32",
                a -> {
                    long bits = Checks.call(Checks.spread(plain), plain, a[0]);
                    boolean infinite = Format.F32.magnitude(bits) == Format.F32.infinity();
                    return infinite ? bits - (1L << 13) : bits;
                });
    }

    @Test
    void shouldReturnTheSourceTypesOfAPairConversion() {
        Operation narrow = Checks.operation("cvt.rn.satfinite.e4m3x2.f32");
        assertThat(narrow.sources()).containsExactly(ScalarType.F32, ScalarType.F32);
    }
}
