package dev.hira.sim.ops;

import dev.hira.sim.ops.Exact.Direction;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks arithmetic on f32 and f64 against exact rational numbers, for all roundings. */
class FloatArithmeticTest {
    private static final List<String> ROUNDINGS = List.of("rn", "rz", "rm", "rp");

    @ParameterizedTest
    @ValueSource(strings = {"f32", "f64"})
    void shouldAddAndSubtractAsTheExactSumRounds(String type) {
        for (String rounding : ROUNDINGS) {
            compare(
                    "add",
                    rounding,
                    type,
                    (format, a) -> format.value(a[0]).plus(format.value(a[1])));
            compare(
                    "sub",
                    rounding,
                    type,
                    (format, a) -> format.value(a[0]).minus(format.value(a[1])));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "f64"})
    void shouldMultiplyAndDivideAsTheExactQuotientRounds(String type) {
        for (String rounding : ROUNDINGS) {
            compare(
                    "mul",
                    rounding,
                    type,
                    (format, a) -> format.value(a[0]).times(format.value(a[1])));
            compare(
                    "div",
                    rounding,
                    type,
                    (format, a) -> format.value(a[0]).over(format.value(a[1])));
            compare("rcp", rounding, type, (format, a) -> Exact.of(1.0).over(format.value(a[0])));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "f64"})
    void shouldComputeRootsAsTheExactRootRounds(String type) {
        for (String rounding : ROUNDINGS) {
            compare("sqrt", rounding, type, (format, a) -> format.value(a[0]).root());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"f32", "f64"})
    void shouldMultiplyAndAddWithOneRounding(String type) {
        for (String rounding : ROUNDINGS) {
            compare(
                    "fma",
                    rounding,
                    type,
                    (format, a) ->
                            format.value(a[0]).times(format.value(a[1])).plus(format.value(a[2])));
        }
    }

    /** An exact result of finite operands. */
    @FunctionalInterface
    private interface Calculation {
        Exact of(Format format, long[] arguments);
    }

    private static void compare(
            String opcode, String rounding, String type, Calculation calculation) {
        Format format = type.equals("f32") ? Format.F32 : Format.F64;
        Checks.compare(
                opcode + "." + rounding + "." + type,
                arguments -> {
                    long special = SpecialFloats.result(opcode, format, rounding, arguments);
                    return special != SpecialFloats.NONE
                            ? special
                            : format.round(
                                    calculation.of(format, arguments), Direction.of(rounding));
                });
    }
}
