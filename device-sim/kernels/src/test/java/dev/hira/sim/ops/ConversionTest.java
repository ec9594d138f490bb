package dev.hira.sim.ops;

import dev.hira.sim.ops.Exact.Direction;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks all conversions against exact numbers. */
class ConversionTest {
    /**
     * Returns every spelling of a conversion of one value, without flushing and clamping of floats.
     */
    static Stream<String> conversions() {
        return InstructionTexts.all()
                .filter(text -> text.startsWith("cvt.") && !text.contains("pack"))
                .filter(text -> !text.contains("ftz") && !text.contains("x2"))
                .filter(text -> !text.contains("satfinite"))
                .filter(text -> !Checks.operation(text).saturate());
    }

    @ParameterizedTest
    @MethodSource("conversions")
    void shouldConvertAsTheExactValueRounds(String text) {
        Operation operation = Checks.operation(text);
        ScalarType to = operation.result();
        ScalarType from = operation.sources().get(0);
        List<String> words = List.of(text.split("\\."));
        Direction direction = words.get(1).startsWith("r") ? Direction.of(words.get(1)) : usual(to);
        boolean toWhole = words.get(1).endsWith("i") || to.kind() != Kind.FLOAT;
        Checks.compare(
                text,
                arguments -> {
                    long bits = arguments[0];
                    if (from.kind() != Kind.FLOAT) {
                        return ofWhole(Values.whole(from, bits), to, direction, text);
                    }
                    return to.kind() == Kind.FLOAT
                            ? floating(from, bits, to, direction, toWhole, text)
                            : whole(from, bits, to, direction);
                });
    }

    /**
     * Returns the rounding of conversions that name none: a value that does not fit the other kind
     * of half is rounded.
     */
    private static Direction usual(ScalarType to) {
        return to.bits() == 16 && to.kind() == Kind.FLOAT ? Direction.NEAREST_EVEN : Direction.ZERO;
    }

    private static long ofWhole(BigInteger value, ScalarType to, Direction direction, String text) {
        if (to.kind() == Kind.FLOAT) {
            return Values.format(to).round(Exact.of(value), direction);
        }
        BigInteger kept = text.contains(".sat") ? clamped(value, to) : value;
        return kept.longValue() & Samples.mask(to);
    }

    private static BigInteger clamped(BigInteger value, ScalarType to) {
        boolean signed = to.kind() == Kind.SIGNED;
        BigInteger most = BigInteger.ONE.shiftLeft(to.bits() - (signed ? 1 : 0));
        BigInteger least = signed ? most.negate() : BigInteger.ZERO;
        return value.max(least).min(most.subtract(BigInteger.ONE));
    }

    private static long whole(ScalarType from, long bits, ScalarType to, Direction direction) {
        Format format = Values.format(from);
        if (format.isNan(bits)) {
            boolean zero = from != ScalarType.F64 && to.bits() < 64;
            return zero ? 0 : 1L << (to.bits() - 1);
        }
        BigInteger value =
                format.isFinite(bits)
                        ? format.value(bits).whole(direction)
                        : BigInteger.valueOf(format.isNegative(bits) ? -1 : 1).shiftLeft(70);
        return clamped(value, to).longValue() & Samples.mask(to);
    }

    private static long floating(
            ScalarType from,
            long bits,
            ScalarType to,
            Direction direction,
            boolean toWhole,
            String text) {
        Format source = Values.format(from);
        Format target = to == ScalarType.TF32 ? Format.TF32 : Values.format(to);
        long converted = converted(source, bits, target, direction, toWhole);
        boolean kept = from == to && !toWhole && from.bits() == 16;
        if (text.contains(".relu")) {
            return aligned(to, target.isNegative(converted) ? 0 : converted);
        }
        if (text.contains(".sat")) {
            return saturated(target, converted);
        }
        return kept ? bits : aligned(to, converted);
    }

    private static long converted(
            Format source, long bits, Format target, Direction direction, boolean toWhole) {
        long sign = source.isNegative(bits) ? target.sign() : 0;
        if (source.isNan(bits)) {
            return SpecialFloats.nan(target);
        }
        if (!source.isFinite(bits)) {
            return sign | target.infinity();
        }
        Exact value = source.value(bits);
        Exact wanted = toWhole ? Exact.of(value.whole(direction)) : value;
        return sign | target.round(wanted, toWhole ? Direction.NEAREST_EVEN : direction);
    }

    /** The lower bits of f32, which tf32 lacks, are zero except in a NaN. */
    private static long aligned(ScalarType to, long bits) {
        if (to != ScalarType.TF32) {
            return bits;
        }
        return Format.TF32.isNan(bits) ? 0x7fffffffL : bits << 13;
    }

    private static long saturated(Format format, long bits) {
        long one = format.round(Exact.of(1.0), Direction.ZERO);
        return format.isNan(bits) || format.isNegative(bits) ? 0 : Math.min(bits, one);
    }
}
