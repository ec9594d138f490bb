package dev.hira.sim.ops.floating;

/**
 * Directed rounding (.rz, .rm, .rp) and rounding to odd, by correcting the nearest value. Each
 * method takes a correctly rounded value and the sign of the error, exact minus rounded, and steps
 * to the neighbour when the nearest value is on the wrong side.
 */
public final class Rounding {
    private Rounding() {}

    public static double f64Rz(double nearest, double error) {
        return pointsInward(nearest, error) ? towardZero(nearest) : nearest;
    }

    public static double f64Rm(double nearest, double error) {
        return error < 0 ? Math.nextDown(nearest) : nearest;
    }

    public static double f64Rp(double nearest, double error) {
        return error > 0 ? Math.nextUp(nearest) : nearest;
    }

    public static float f32Rz(double exact) {
        float nearest = (float) exact;
        return Math.abs((double) nearest) > Math.abs(exact)
                ? Float.intBitsToFloat(Float.floatToRawIntBits(nearest) - 1)
                : nearest;
    }

    public static float f32Rm(double exact) {
        float nearest = (float) exact;
        return nearest > exact ? Math.nextDown(nearest) : nearest;
    }

    public static float f32Rp(double exact) {
        float nearest = (float) exact;
        return nearest < exact ? Math.nextUp(nearest) : nearest;
    }

    /**
     * Returns the value rounded to odd: the exact value, or else the neighbour whose last bit is
     * set. A second rounding, in any direction, to at least two bits less then gives the correctly
     * rounded result.
     */
    public static double odd(double nearest, double error) {
        long bits = Double.doubleToRawLongBits(nearest);
        if (error == 0 || Double.isNaN(error) || (bits & 1) == 1) {
            return nearest;
        }
        return pointsInward(nearest, error)
                ? Double.longBitsToDouble(bits - 1)
                : Double.longBitsToDouble(bits + 1);
    }

    /** Returns a double rounded to an odd float. */
    public static float odd(double exact) {
        float nearest = (float) exact;
        int bits = Float.floatToRawIntBits(nearest);
        if (nearest == exact || Double.isNaN(exact) || (bits & 1) == 1) {
            return nearest;
        }
        boolean inward = Math.abs((double) nearest) > Math.abs(exact);
        return Float.intBitsToFloat(inward ? bits - 1 : bits + 1);
    }

    /**
     * Returns the exact error of a rounded sum (Dekker); a value with the sign of the error for a
     * sum that overflowed, and zero when an operand is not finite.
     */
    public static double errorOfSum(double a, double b, double sum) {
        if (Math.abs(sum) <= Double.MAX_VALUE) {
            return Math.abs(a) >= Math.abs(b) ? b - (sum - a) : a - (sum - b);
        }
        boolean overflowed = Math.abs(a) <= Double.MAX_VALUE && Math.abs(b) <= Double.MAX_VALUE;
        return overflowed ? -sum : 0;
    }

    /**
     * Returns the zero that a sum of two values gives when it is rounded down: +0 only if both are
     * +0.
     */
    public static float zeroRm(double a, double b) {
        return isPlusZero(a) && isPlusZero(b) ? 0.0f : -0.0f;
    }

    private static boolean isPlusZero(double a) {
        return Double.doubleToRawLongBits(a) == 0;
    }

    private static boolean pointsInward(double nearest, double error) {
        return nearest > 0 ? error < 0 : error > 0 && nearest < 0;
    }

    private static double towardZero(double value) {
        return Double.longBitsToDouble(Double.doubleToRawLongBits(value) - 1);
    }
}
