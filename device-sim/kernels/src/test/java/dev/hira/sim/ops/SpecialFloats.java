package dev.hira.sim.ops;

/** IEEE 754's results of arithmetic that no exact number represents: NaN, infinities and zeros. */
final class SpecialFloats {
    /** Stands for no special case. It is a NaN that no reference returns. */
    static final long NONE = -2;

    private SpecialFloats() {}

    static long result(String opcode, Format format, String rounding, long[] arguments) {
        for (long argument : arguments) {
            if (format.isNan(argument)) {
                return nan(format);
            }
        }
        long a = arguments[0];
        return switch (opcode) {
            case "add" -> sum(format, rounding, a, arguments[1]);
            case "sub" -> sum(format, rounding, a, arguments[1] ^ format.sign());
            case "mul" -> product(format, a, arguments[1]);
            case "div" -> quotient(format, a, arguments[1]);
            case "rcp" -> reciprocal(format, a);
            case "sqrt" -> root(format, a);
            case "fma" -> fused(format, rounding, a, arguments[1], arguments[2]);
            default -> throw new IllegalArgumentException(opcode);
        };
    }

    private static long sum(Format format, String rounding, long a, long b) {
        boolean opposite = format.isNegative(a) != format.isNegative(b);
        if (!format.isFinite(a)) {
            return !format.isFinite(b) && opposite ? nan(format) : a;
        }
        if (!format.isFinite(b)) {
            return b;
        }
        if (format.value(a).plus(format.value(b)).isZero()) {
            boolean negative = opposite ? rounding.equals("rm") : format.isNegative(a);
            return negative ? format.sign() : 0;
        }
        return NONE;
    }

    private static long product(Format format, long a, long b) {
        long sign = (a ^ b) & format.sign();
        if (!format.isFinite(a) || !format.isFinite(b)) {
            boolean zero = format.magnitude(a) == 0 || format.magnitude(b) == 0;
            return zero ? nan(format) : format.infinity() | sign;
        }
        return format.magnitude(a) == 0 || format.magnitude(b) == 0 ? sign : NONE;
    }

    private static long quotient(Format format, long a, long b) {
        long sign = (a ^ b) & format.sign();
        if (!format.isFinite(a)) {
            return format.isFinite(b) ? format.infinity() | sign : nan(format);
        }
        if (format.magnitude(b) == 0) {
            return format.magnitude(a) == 0 ? nan(format) : format.infinity() | sign;
        }
        return format.magnitude(a) == 0 || !format.isFinite(b) ? sign : NONE;
    }

    private static long reciprocal(Format format, long a) {
        long sign = a & format.sign();
        if (!format.isFinite(a)) {
            return sign;
        }
        return format.magnitude(a) == 0 ? format.infinity() | sign : NONE;
    }

    private static long root(Format format, long a) {
        if (format.magnitude(a) == 0) {
            return a;
        }
        if (format.isNegative(a)) {
            return nan(format);
        }
        return format.isFinite(a) ? NONE : a;
    }

    private static long fused(Format format, String rounding, long a, long b, long c) {
        long product = product(format, a, b);
        if (product != NONE) {
            return format.isNan(product)
                    ? product
                    : sumWithZeroOrInfinity(format, rounding, product, c);
        }
        if (!format.isFinite(c)) {
            return c;
        }
        boolean zero = format.value(a).times(format.value(b)).plus(format.value(c)).isZero();
        return zero ? (rounding.equals("rm") ? format.sign() : 0) : NONE;
    }

    private static long sumWithZeroOrInfinity(Format format, String rounding, long a, long c) {
        long special = sum(format, rounding, a, c);
        return special != NONE ? special : c;
    }

    /** Returns the canonical NaN of formats with less than 64 bits. */
    static long nan(Format format) {
        return format.sign() - 1;
    }
}
