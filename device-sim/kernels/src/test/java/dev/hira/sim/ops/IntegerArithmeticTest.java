package dev.hira.sim.ops;

import static java.math.BigInteger.ONE;
import static java.math.BigInteger.ZERO;

import dev.hira.sim.ptx.model.ScalarType;
import java.math.BigInteger;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks arithmetic on integers against unbounded ones. */
class IntegerArithmeticTest {
    private static final String TYPES = "{u16,s16,u32,s32,u64,s64}";

    private static final Map<String, Calculation> CALCULATIONS =
            Map.ofEntries(
                    Map.entry("add." + TYPES, (a, type) -> a[0].add(a[1])),
                    Map.entry("sub." + TYPES, (a, type) -> a[0].subtract(a[1])),
                    Map.entry("add.sat.s32", (a, type) -> clamped(a[0].add(a[1]))),
                    Map.entry("sub.sat.s32", (a, type) -> clamped(a[0].subtract(a[1]))),
                    Map.entry("mul.lo." + TYPES, (a, type) -> a[0].multiply(a[1])),
                    Map.entry("mul.hi." + TYPES, IntegerArithmeticTest::high),
                    Map.entry("mul.wide.{u16,s16,u32,s32}", (a, type) -> a[0].multiply(a[1])),
                    Map.entry("mad.lo." + TYPES, (a, type) -> a[0].multiply(a[1]).add(a[2])),
                    Map.entry("mad.hi." + TYPES, (a, type) -> high(a, type).add(a[2])),
                    Map.entry("mad.hi.sat.s32", (a, type) -> clamped(high(a, type).add(a[2]))),
                    Map.entry(
                            "mad.wide.{u16,s16,u32,s32}",
                            (a, type) -> a[0].multiply(a[1]).add(a[2])),
                    Map.entry("mul24.lo.{u32,s32}", IntegerArithmeticTest::product24),
                    Map.entry("mul24.hi.{u32,s32}", (a, type) -> product24(a, type).shiftRight(16)),
                    Map.entry("mad24.lo.{u32,s32}", (a, type) -> product24(a, type).add(a[2])),
                    Map.entry(
                            "mad24.hi.{u32,s32}",
                            (a, type) -> product24(a, type).shiftRight(16).add(a[2])),
                    Map.entry(
                            "mad24.hi.sat.s32",
                            (a, type) -> clamped(product24(a, type).shiftRight(16).add(a[2]))),
                    Map.entry(
                            "div." + TYPES,
                            (a, type) -> a[1].signum() == 0 ? ONE.negate() : a[0].divide(a[1])),
                    Map.entry(
                            "rem." + TYPES,
                            (a, type) -> a[1].signum() == 0 ? ONE.negate() : a[0].remainder(a[1])),
                    Map.entry("sad." + TYPES, (a, type) -> a[2].add(a[0].subtract(a[1]).abs())),
                    Map.entry("min." + TYPES, (a, type) -> a[0].min(a[1])),
                    Map.entry("max." + TYPES, (a, type) -> a[0].max(a[1])),
                    Map.entry("min.relu.s32", (a, type) -> a[0].min(a[1]).max(ZERO)),
                    Map.entry("max.relu.s32", (a, type) -> a[0].max(a[1]).max(ZERO)),
                    Map.entry("abs.{s16,s32,s64}", (a, type) -> a[0].abs()),
                    Map.entry("neg.{s16,s32,s64}", (a, type) -> a[0].negate()),
                    Map.entry("popc.{b32,b64}", (a, type) -> count(a[0].bitCount())),
                    Map.entry("clz.{b32,b64}", (a, type) -> count(type.bits() - a[0].bitLength())),
                    Map.entry("bfind.{u32,s32,u64,s64}", (a, type) -> count(top(a[0]))),
                    Map.entry(
                            "bfind.shiftamt.{u32,s32,u64,s64}",
                            (a, type) -> count(top(a[0]) < 0 ? -1 : type.bits() - 1 - top(a[0]))),
                    Map.entry("and.{b16,b32,b64}", (a, type) -> a[0].and(a[1])),
                    Map.entry("or.{b16,b32,b64}", (a, type) -> a[0].or(a[1])),
                    Map.entry("xor.{b16,b32,b64}", (a, type) -> a[0].xor(a[1])),
                    Map.entry("not.{b16,b32,b64}", (a, type) -> a[0].not()),
                    Map.entry("cnot.{b16,b32,b64}", (a, type) -> a[0].signum() == 0 ? ONE : ZERO),
                    Map.entry("brev.{b32,b64}", IntegerArithmeticTest::reversed),
                    Map.entry("shl.{b16,b32,b64}", (a, type) -> a[0].shiftLeft(amount(a[1]))),
                    Map.entry(
                            "shr.{b16,b32,b64,u16,s16,u32,s32,u64,s64}",
                            (a, type) -> a[0].shiftRight(amount(a[1]))));

    /** A result that may have more bits than the type. */
    @FunctionalInterface
    private interface Calculation {
        BigInteger of(BigInteger[] arguments, ScalarType type);
    }

    static Stream<String> patterns() {
        return CALCULATIONS.keySet().stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("patterns")
    void shouldGiveTheLowBitsOfTheUnboundedResult(String pattern) {
        Calculation calculation = CALCULATIONS.getOrDefault(pattern, (a, type) -> ZERO);
        for (String text : InstructionTexts.expanded(pattern)) {
            Operation operation = Checks.operation(text);
            ScalarType type = operation.sources().get(0);
            Checks.compare(
                    text,
                    arguments ->
                            calculation.of(wholes(operation, arguments), type).longValue()
                                    & Samples.mask(operation.result()));
        }
    }

    private static BigInteger[] wholes(Operation operation, long[] arguments) {
        BigInteger[] wholes = new BigInteger[arguments.length];
        for (int i = 0; i < wholes.length; i++) {
            wholes[i] = Values.whole(operation.sources().get(i), arguments[i]);
        }
        return wholes;
    }

    private static BigInteger clamped(BigInteger value) {
        return value.max(BigInteger.valueOf(Integer.MIN_VALUE))
                .min(BigInteger.valueOf(Integer.MAX_VALUE));
    }

    private static BigInteger high(BigInteger[] a, ScalarType type) {
        return a[0].multiply(a[1]).shiftRight(type.bits());
    }

    private static BigInteger product24(BigInteger[] a, ScalarType type) {
        return low24(a[0], type).multiply(low24(a[1], type));
    }

    private static BigInteger low24(BigInteger value, ScalarType type) {
        BigInteger low = value.and(BigInteger.valueOf(0xffffff));
        boolean negative = type == ScalarType.S32 && low.testBit(23);
        return negative ? low.subtract(ONE.shiftLeft(24)) : low;
    }

    private static BigInteger count(int value) {
        return BigInteger.valueOf(value);
    }

    /** The highest bit that is not the sign, or -1. */
    private static int top(BigInteger value) {
        return value.bitLength() - 1;
    }

    private static BigInteger reversed(BigInteger[] a, ScalarType type) {
        BigInteger result = ZERO;
        for (int i = 0; i < type.bits(); i++) {
            result = a[0].testBit(i) ? result.setBit(type.bits() - 1 - i) : result;
        }
        return result;
    }

    private static int amount(BigInteger amount) {
        return amount.min(BigInteger.valueOf(100)).intValue();
    }
}
