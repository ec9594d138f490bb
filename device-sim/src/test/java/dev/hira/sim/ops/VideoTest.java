package dev.hira.sim.ops;

import dev.hira.sim.ptx.ScalarType;
import dev.hira.sim.ptx.ScalarType.Kind;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Video instructions against unbounded integers, part by part. */
class VideoTest {
    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(32);

    static Stream<String> instructions() {
        return InstructionTexts.all().filter(text -> text.startsWith("v"));
    }

    @ParameterizedTest
    @MethodSource("instructions")
    void shouldComputeEveryPart(String text) {
        Operation operation = Checks.operation(text);
        List<String> words = List.of(text.split("\\."));
        char last = words.get(0).charAt(words.get(0).length() - 1);
        int parts = Character.isDigit(last) ? last - '0' : 1;
        ScalarType result = operation.result();
        ScalarType source = operation.sources().get(0);
        Checks.compare(
                text,
                a -> {
                    BigInteger sum = BigInteger.ZERO;
                    BigInteger merged = BigInteger.ZERO;
                    int bits = 32 / parts;
                    for (int i = 0; i < parts; i++) {
                        BigInteger value =
                                computed(
                                        words,
                                        part(source, a[0], bits, i),
                                        part(source, a[1], bits, i));
                        BigInteger kept =
                                words.contains("sat") ? clamped(value, result, bits) : value;
                        sum = sum.add(kept);
                        merged = merged.add(low(kept, bits).shiftLeft(bits * i));
                    }
                    return finished(words, parts, result, sum, merged, a).longValue();
                });
    }

    private static BigInteger computed(List<String> words, BigInteger a, BigInteger b) {
        String opcode = words.get(0).replaceAll("[24]$", "");
        return switch (opcode) {
            case "vadd" -> a.add(b);
            case "vsub" -> a.subtract(b);
            case "vabsdiff" -> a.subtract(b).abs();
            case "vmin" -> a.min(b);
            case "vmax" -> a.max(b);
            case "vavrg" -> {
                BigInteger sum = a.add(b);
                yield sum.add(BigInteger.valueOf(sum.signum() < 0 ? 0 : 1)).shiftRight(1);
            }
            default -> holds(words, a.compareTo(b)) ? BigInteger.ONE : BigInteger.ZERO;
        };
    }

    private static boolean holds(List<String> words, int order) {
        return switch (words.get(3)) {
            case "eq" -> order == 0;
            case "ne" -> order != 0;
            case "lt" -> order < 0;
            case "le" -> order <= 0;
            case "gt" -> order > 0;
            default -> order >= 0;
        };
    }

    private static BigInteger finished(
            List<String> words,
            int parts,
            ScalarType result,
            BigInteger sum,
            BigInteger merged,
            long[] arguments) {
        if (words.contains("add")) {
            return low(sum.add(BigInteger.valueOf(arguments[2])), 32);
        }
        boolean least = words.contains("min");
        if (parts > 1 || !(least || words.contains("max"))) {
            return merged;
        }
        BigInteger value = Values.whole(result, merged.longValue());
        BigInteger third = Values.whole(result, arguments[2]);
        return low(least ? value.min(third) : value.max(third), 32);
    }

    private static BigInteger part(ScalarType type, long word, int bits, int index) {
        BigInteger part = low(BigInteger.valueOf(word).shiftRight(bits * index), bits);
        boolean negative = type.kind() == Kind.SIGNED && part.testBit(bits - 1);
        return negative ? part.subtract(BigInteger.ONE.shiftLeft(bits)) : part;
    }

    private static BigInteger clamped(BigInteger value, ScalarType type, int bits) {
        boolean signed = type.kind() == Kind.SIGNED;
        BigInteger range = BigInteger.ONE.shiftLeft(bits);
        BigInteger least = signed ? range.shiftRight(1).negate() : BigInteger.ZERO;
        return value.max(least).min(least.add(range).subtract(BigInteger.ONE));
    }

    private static BigInteger low(BigInteger value, int bits) {
        return value.mod(bits == 32 ? WORD : BigInteger.ONE.shiftLeft(bits));
    }
}
