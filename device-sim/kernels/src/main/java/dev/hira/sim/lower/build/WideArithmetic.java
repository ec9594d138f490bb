package dev.hira.sim.lower.build;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import dev.hira.sim.ptx.model.ScalarType;

/** Computes with words extended to 64 bits, so that no result overflows. */
public final class WideArithmetic {
    private static final long MOST_UNSIGNED = 0xffff_ffffL;

    private final Coercions conversions;

    public WideArithmetic(Coercions conversions) {
        this.conversions = conversions;
    }

    public static Value constant(long bits) {
        return new Value.Constant(bits, Carrier.LONG);
    }

    /** Extends a word according to its type. */
    public Value of(Value word, ScalarType type) {
        return conversions.extend(word, type, ScalarType.S64);
    }

    /** Computes the operation of this name, or the distance of two numbers. */
    public Value compute(String opcode, Value a, Value b) {
        return opcode.equals("absdiff")
                ? conversions.compute(Coercions.operation("abs", ".s64"), signed("sub", a, b))
                : signed(opcode, a, b);
    }

    private Value signed(String opcode, Value a, Value b) {
        return conversions.compute(Coercions.operation(opcode, ".s64"), a, b);
    }

    public Value unsigned(String opcode, Value a, Value b) {
        return conversions.compute(Coercions.operation(opcode, ".u64"), a, b);
    }

    /** Computes the ones' complement. */
    public Value not(Value a) {
        return conversions.compute(Coercions.operation("not", ".b64"), a);
    }

    public Value product(Value a, Value b) {
        return conversions.compute(Coercions.operation("mul", ".lo", ".s64"), a, b);
    }

    /** Returns 1 when the comparison holds, otherwise 0. */
    public Value compared(String comparison, Value a, Value b) {
        return conversions.compute(
                Coercions.operation("selp", ".b64"),
                constant(1),
                constant(0),
                conversions.compute(Coercions.operation("setp", comparison, ".s64"), a, b));
    }

    /** Shifts by a word: amounts above 32 count as 32, or only the lowest five bits count. */
    public Value shifted(boolean left, Value a, Value by, boolean clamps) {
        Value amount =
                clamps
                        ? conversions.compute(
                                Coercions.operation("min", ".u32"), by, word(Integer.SIZE))
                        : conversions.compute(
                                Coercions.operation("and", ".b32"), by, word(Integer.SIZE - 1));
        return conversions.compute(
                left ? Coercions.operation("shl", ".b64") : Coercions.operation("shr", ".s64"),
                a,
                amount);
    }

    private static Value word(int bits) {
        return new Value.Constant(bits, Carrier.INT);
    }

    /**
     * Clamps a number to the range of a type with so many bits.
     *
     * @param unsigned whether the number is one of 64 bits without sign
     */
    public Value clamped(Value a, boolean unsigned, ScalarType type, int bits) {
        boolean signed = type.kind() == ScalarType.Kind.SIGNED;
        long range = MOST_UNSIGNED >>> (Integer.SIZE - bits);
        Value most = constant(signed ? range >>> 1 : range);
        if (unsigned) {
            return unsigned("min", a, most);
        }
        Value least = constant(signed ? -(range >>> 1) - 1 : 0);
        return signed("max", signed("min", a, most), least);
    }
}
