package dev.hira.sim.ops;

import dev.hira.sim.ops.Exact.Direction;
import dev.hira.sim.ptx.model.ScalarType;
import dev.hira.sim.ptx.model.ScalarType.Kind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks arithmetic on halves, alone and in pairs, against exact numbers. */
class HalfArithmeticTest {
    static Stream<String> additionsAndProducts() {
        return Stream.of(
                        "{add,sub,mul}{,.ftz}{,.sat}.{f16,f16x2}",
                        "{add,sub,mul}.{bf16,bf16x2}",
                        "fma.rn{,.ftz}{,.sat,.relu}.{f16,f16x2}",
                        "fma.rn{,.relu}.{bf16,bf16x2}")
                .flatMap(pattern -> InstructionTexts.expanded(pattern).stream());
    }

    @ParameterizedTest
    @MethodSource("additionsAndProducts")
    void shouldRoundTheExactResultOnce(String text) {
        Operation operation = Checks.operation(text);
        boolean pair = operation.result().kind() == Kind.PAIR;
        ScalarType type = pair ? Samples.half(operation.result()) : operation.result();
        Checks.compare(
                text,
                arguments ->
                        pair
                                ? half(text, type, lane(arguments, 0))
                                        | half(text, type, lane(arguments, 16)) << 16
                                : half(text, type, arguments));
    }

    private static long[] lane(long[] pairs, int shift) {
        long[] halves = new long[pairs.length];
        for (int i = 0; i < pairs.length; i++) {
            halves[i] = pairs[i] >>> shift & 0xffff;
        }
        return halves;
    }

    private static long half(String text, ScalarType type, long[] arguments) {
        List<String> words = List.of(text.split("\\."));
        Format format = Values.format(type);
        boolean flush = words.contains("ftz");
        long[] operands = arguments.clone();
        for (int i = 0; i < operands.length && flush; i++) {
            operands[i] = flushed(operands[i]);
        }
        long result = rounded(words.get(0), format, operands);
        result = flush ? flushed(result) : result;
        boolean negative = format.isNegative(result);
        if (words.contains("sat")) {
            long one = 0x3c00;
            return format.isNan(result) || negative ? 0 : Math.min(result, one);
        }
        return words.contains("relu") && negative ? 0 : result;
    }

    private static long rounded(String opcode, Format format, long[] arguments) {
        long special = SpecialFloats.result(opcode, format, "rn", arguments);
        if (special != SpecialFloats.NONE) {
            return special;
        }
        Exact a = format.value(arguments[0]);
        Exact b = format.value(arguments[1]);
        Exact exact =
                switch (opcode) {
                    case "add" -> a.plus(b);
                    case "sub" -> a.minus(b);
                    case "mul" -> a.times(b);
                    default -> a.times(b).plus(format.value(arguments[2]));
                };
        return format.round(exact, Direction.NEAREST_EVEN);
    }

    /** Replaces denormals of f16 by zeros of their sign. */
    private static long flushed(long half) {
        return (half & 0x7c00) == 0 ? half & 0x8000 : half;
    }

    static Stream<String> signs() {
        return InstructionTexts.expanded("{neg,abs}{,.ftz}.f16").stream();
    }

    @ParameterizedTest
    @MethodSource("signs")
    void shouldChangeNothingButTheSign(String text) {
        Checks.compare(
                text,
                arguments -> {
                    long half = text.contains("ftz") ? flushed(arguments[0]) : arguments[0];
                    return text.startsWith("neg") ? half ^ 0x8000 : half & 0x7fff;
                });
    }
}
