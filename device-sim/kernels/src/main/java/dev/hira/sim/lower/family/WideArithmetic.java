package dev.hira.sim.lower.family;

import dev.hira.sim.code.Carrier;
import dev.hira.sim.code.Value;
import dev.hira.sim.lower.build.Coercions;
import dev.hira.sim.ptx.ScalarType;

/** Computes with words extended to 64 bits, in which nothing is lost. */
final class WideArithmetic {
    private static final long MOST_UNSIGNED = 0xffff_ffffL;

    private final Coercions conversions;

    WideArithmetic(Coercions conversions) {
        this.conversions = conversions;
    }

    static Value constant(long bits) {
        return new Value.Constant(bits, Carrier.LONG);
    }

    /** A word extended as its type says. */
    Value of(Value word, ScalarType type) {
        return conversions.extend(word, type, ScalarType.S64);
    }

    /** What an operation of this name gives, or the distance of two numbers. */
    Value compute(String opcode, Value a, Value b) {
        return opcode.equals("absdiff")
                ? conversions.compute(Coercions.operation("abs", ".s64"), signed("sub", a, b))
                : signed(opcode, a, b);
    }

    private Value signed(String opcode, Value a, Value b) {
        return conversions.compute(Coercions.operation(opcode, ".s64"), a, b);
    }

    Value unsigned(String opcode, Value a, Value b) {
        return conversions.compute(Coercions.operation(opcode, ".u64"), a, b);
    }

    /** The ones' complement. */
    Value not(Value a) {
        return conversions.compute(Coercions.operation("not", ".b64"), a);
    }

    Value product(Value a, Value b) {
        return conversions.compute(Coercions.operation("mul", ".lo", ".s64"), a, b);
    }

    /** 1 when the comparison holds, else 0. */
    Value compared(String comparison, Value a, Value b) {
        return conversions.compute(
                Coercions.operation("selp", ".b64"),
                constant(1),
                constant(0),
                conversions.compute(Coercions.operation("setp", comparison, ".s64"), a, b));
    }

    /** A shift by a word, of which more than 32 count as 32, or only the lowest five bits do. */
    Value shifted(boolean left, Value a, Value by, boolean clamps) {
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
     * A number clamped to what so many bits of a type hold.
     *
     * @param unsigned whether the number is one of 64 bits without sign
     */
    Value clamped(Value a, boolean unsigned, ScalarType type, int bits) {
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
