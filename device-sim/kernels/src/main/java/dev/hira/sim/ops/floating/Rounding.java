package dev.hira.sim.ops.floating;

/**
 * Rounding to other values than the nearest, by correcting the nearest one. Each method takes a
 * correctly rounded value and the sign of the error, exact minus rounded, and steps to the
 * neighbour when the nearest lies on the wrong side.
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
     * The value rounded to odd: the exact one, or of its two neighbours that whose last bit is set.
     * Rounding it once more to at least two bits less, in whatever way, gives what rounding the
     * exact value would have given.
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

    /** A double rounded to an odd float. */
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
     * What a rounded sum lacks, exactly (Dekker); of a sum that overflowed a value of that sign,
     * and zero when an operand is no finite number.
     */
    public static double errorOfSum(double a, double b, double sum) {
        if (Math.abs(sum) <= Double.MAX_VALUE) {
            return Math.abs(a) >= Math.abs(b) ? b - (sum - a) : a - (sum - b);
        }
        boolean overflowed = Math.abs(a) <= Double.MAX_VALUE && Math.abs(b) <= Double.MAX_VALUE;
        return overflowed ? -sum : 0;
    }

    /** The zero that a sum of two values is when it is rounded down: +0 only of two such. */
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
