package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks comparisons, extremes and selections against the order of exact numbers. */
class ComparisonTest {
    private static final int UNORDERED = 9;

    static Stream<String> comparisons() {
        return InstructionTexts.all()
                .filter(text -> text.startsWith("setp."))
                .filter(text -> !text.contains(".ftz"));
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void shouldCompareAsNumbers(String text) {
        ScalarType type = Checks.operation(text).sources().get(0);
        String comparison = text.split("\\.")[1];
        Checks.compare(text, a -> holds(comparison, order(type, a[0], a[1])) ? 1 : 0);
    }

    static Stream<String> pairs() {
        return InstructionTexts.all().filter(text -> text.startsWith("set."));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void shouldCompareBothHalvesOfPairs(String text) {
        Operation operation = Checks.operation(text);
        ScalarType half = Samples.half(operation.sources().get(0));
        String comparison = text.split("\\.")[1];
        boolean pair = operation.result().kind() == Kind.PAIR;
        long one = Values.format(half).round(Exact.of(1.0), Exact.Direction.ZERO);
        long yes = pair ? one : 0xffff;
        Checks.compare(
                text,
                a -> {
                    int low = order(half, a[0] & 0xffff, a[1] & 0xffff);
                    int high = order(half, a[0] >>> 16, a[1] >>> 16);
                    return (holds(comparison, low) ? yes : 0)
                            | (holds(comparison, high) ? yes << 16 : 0);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {".f16x2", ".bf16x2"})
    void shouldCompareEitherHalfOfPairs(String type) {
        for (String comparison : List.of("eq", "ne", "lt", "geu", "num", "nan")) {
            for (int shift : new int[] {0, 16}) {
                List<String> modifiers = List.of("." + comparison, type);
                Operation operation =
                        Objects.requireNonNull(Operations.compareHalf(modifiers, shift > 0));
                ScalarType half = Samples.half(operation.sources().get(0));
                Checks.compare(
                        comparison + type + " at " + shift,
                        operation,
                        a -> {
                            long first = a[0] >>> shift & 0xffff;
                            long second = a[1] >>> shift & 0xffff;
                            return holds(comparison, order(half, first, second)) ? 1 : 0;
                        });
            }
        }
    }

    static Stream<String> extremes() {
        return Stream.of(
                        "{min,max}{,.NaN}{,.xorsign.abs}.{f16,bf16,f32}",
                        "{min,max}.{ftz.f16,ftz.NaN.f16,f64}")
                .flatMap(pattern -> InstructionTexts.expanded(pattern).stream());
    }

    @ParameterizedTest
    @MethodSource("extremes")
    void shouldFindTheSmallestAndLargestOfAllButNan(String text) {
        ScalarType type = Checks.operation(text).result();
        Checks.compare(text, a -> extreme(text, type, a[0], a[1]));
    }

    @ParameterizedTest
    @ValueSource(strings = {"min", "max", "min.NaN", "max.NaN"})
    void shouldFindTheSmallestAndLargestOfThree(String text) {
        List<String> words = List.of((text + ".f32").split("(?=\\.)"));
        Operation operation =
                Objects.requireNonNull(
                        Operations.find(words.get(0), words.subList(1, words.size()), 3));
        Checks.compare(
                text + " of three",
                operation,
                a -> {
                    long two = extreme(text, ScalarType.F32, a[0], a[1]);
                    return extreme(text, ScalarType.F32, two, a[2]);
                });
    }

    private static long extreme(String text, ScalarType type, long first, long second) {
        Format format = Values.format(type);
        boolean magnitudes = text.contains(".abs");
        long a = flushed(text, magnitudes ? format.magnitude(first) : first);
        long b = flushed(text, magnitudes ? format.magnitude(second) : second);
        boolean aIsNan = format.isNan(a);
        boolean bIsNan = format.isNan(b);
        if ((aIsNan && bIsNan) || (text.contains("NaN") && (aIsNan || bIsNan))) {
            return SpecialFloats.nan(format);
        }
        long sign = magnitudes ? (first ^ second) & format.sign() : 0;
        if (aIsNan || bIsNan) {
            return sign | (aIsNan ? b : a);
        }
        int order = order(type, a, b);
        boolean aIsLess = order < 0 || (order == 0 && format.isNegative(a));
        return sign | (aIsLess == text.startsWith("min") ? a : b);
    }

    private static long flushed(String text, long half) {
        return text.contains("ftz") && (half & 0x7c00) == 0 ? half & 0x8000 : half;
    }

    private static boolean holds(String comparison, int order) {
        boolean unordered = order == UNORDERED;
        return switch (comparison) {
            case "eq" -> order == 0;
            case "ne" -> order != 0 && !unordered;
            case "lt", "lo" -> order < 0;
            case "le", "ls" -> order <= 0;
            case "gt", "hi" -> order > 0 && !unordered;
            case "ge", "hs" -> order >= 0 && !unordered;
            case "num" -> !unordered;
            case "nan" -> unordered;
            default -> unordered || holds(comparison.substring(0, 2), order);
        };
    }

    private static int order(ScalarType type, long a, long b) {
        if (type.kind() != Kind.FLOAT) {
            return Values.whole(type, a).compareTo(Values.whole(type, b));
        }
        Format format = Values.format(type);
        if (format.isNan(a) || format.isNan(b)) {
            return UNORDERED;
        }
        return Long.compare(rank(format, a), rank(format, b));
    }

    /** Returns a rank that orders numbers by the value of their bits. */
    private static long rank(Format format, long bits) {
        return format.isNegative(bits) ? -format.magnitude(bits) : format.magnitude(bits);
    }

    static Stream<String> selections() {
        return InstructionTexts.all()
                .filter(text -> text.startsWith("selp.") || text.startsWith("slct."));
    }

    @ParameterizedTest
    @MethodSource("selections")
    void shouldSelectByPredicateOrSign(String text) {
        Checks.compare(
                text,
                a -> {
                    boolean first = text.startsWith("selp") ? a[2] == 1 : isNotNegative(text, a[2]);
                    return first ? a[0] : a[1];
                });
    }

    private static boolean isNotNegative(String text, long bits) {
        return text.endsWith(".s32")
                ? (int) bits >= 0
                : !Format.F32.isNan(bits)
                        && rank(Format.F32, bits) >= (text.contains("ftz") ? -0x7fffff : 0);
    }
}
