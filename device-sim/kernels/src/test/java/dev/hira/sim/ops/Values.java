package dev.hira.sim.ops;

import dev.hira.sim.ptx.model.ScalarType;
import java.math.BigInteger;

/** Converts values between bits, method arguments and numbers. */
final class Values {
    private Values() {}

    static Format format(ScalarType type) {
        return switch (type) {
            case F16 -> Format.F16;
            case BF16 -> Format.BF16;
            case F32, TF32 -> Format.F32;
            case F64 -> Format.F64;
            default -> throw new IllegalArgumentException(type.suffix());
        };
    }

    static Object boxed(ScalarType type, long bits) {
        Class<?> carrier = Carriers.of(type);
        if (carrier == boolean.class) {
            return bits != 0;
        }
        if (carrier == int.class) {
            return (int) bits;
        }
        if (carrier == float.class) {
            return Float.intBitsToFloat((int) bits);
        }
        return carrier == double.class ? (Object) Double.longBitsToDouble(bits) : (Object) bits;
    }

    /** Returns the bits of a result; refuses narrow results with any bit set above. */
    static long bits(ScalarType type, Object value) {
        long bits =
                switch (value) {
                    case Boolean b -> b ? 1 : 0;
                    case Integer i -> type.bits() < 32 ? i : Integer.toUnsignedLong(i);
                    case Float f -> Integer.toUnsignedLong(Float.floatToRawIntBits(f));
                    case Double d -> Double.doubleToRawLongBits(d);
                    case Long l -> l;
                    default -> throw new IllegalArgumentException(value.toString());
                };
        if ((bits & ~Samples.mask(type)) != 0) {
            throw new AssertionError("A " + type + " has bits above: " + Long.toHexString(bits));
        }
        return bits;
    }

    /** Returns the integer that bits represent. */
    static BigInteger whole(ScalarType type, long bits) {
        long extended =
                type.kind() == ScalarType.Kind.SIGNED
                        ? bits << (64 - type.bits()) >> (64 - type.bits())
                        : bits;
        BigInteger signed = BigInteger.valueOf(extended);
        return extended < 0 && type.kind() != ScalarType.Kind.SIGNED
                ? signed.add(BigInteger.ONE.shiftLeft(64))
                : signed;
    }

    static String hex(long[] arguments) {
        StringBuilder text = new StringBuilder();
        for (long argument : arguments) {
            text.append(" 0x").append(Long.toHexString(argument));
        }
        return text.toString();
    }
}
