package dev.hira.sim.ops.convert;

/**
 * {@code cvt} from f32 and f64 to integers of 32 and 64 bits, with the roundings .rni, .rzi, .rmi
 * and .rpi: the value is rounded to a whole number and then clamped. NaN becomes 0, or only the
 * highest bit when either type has 64 bits.
 */
public final class FloatsToIntegers {
    private FloatsToIntegers() {}

    public static int cvtRniS32F32(float a) {
        return (int) Math.rint(a);
    }

    public static int cvtRziS32F32(float a) {
        return (int) a;
    }

    public static int cvtRmiS32F32(float a) {
        return (int) Math.floor(a);
    }

    public static int cvtRpiS32F32(float a) {
        return (int) Math.ceil(a);
    }

    public static int cvtRniU32F32(float a) {
        return Float.isNaN(a) ? 0 : toU32(Math.rint(a));
    }

    public static int cvtRziU32F32(float a) {
        return Float.isNaN(a) ? 0 : toU32(a);
    }

    public static int cvtRmiU32F32(float a) {
        return Float.isNaN(a) ? 0 : toU32(Math.floor(a));
    }

    public static int cvtRpiU32F32(float a) {
        return Float.isNaN(a) ? 0 : toU32(Math.ceil(a));
    }

    public static long cvtRniS64F32(float a) {
        return toS64(Math.rint(a));
    }

    public static long cvtRziS64F32(float a) {
        return toS64(a);
    }

    public static long cvtRmiS64F32(float a) {
        return toS64(Math.floor(a));
    }

    public static long cvtRpiS64F32(float a) {
        return toS64(Math.ceil(a));
    }

    public static long cvtRniU64F32(float a) {
        return toU64(Math.rint(a));
    }

    public static long cvtRziU64F32(float a) {
        return toU64(a);
    }

    public static long cvtRmiU64F32(float a) {
        return toU64(Math.floor(a));
    }

    public static long cvtRpiU64F32(float a) {
        return toU64(Math.ceil(a));
    }

    public static int cvtRniS32F64(double a) {
        return toS32(Math.rint(a));
    }

    public static int cvtRziS32F64(double a) {
        return toS32(a);
    }

    public static int cvtRmiS32F64(double a) {
        return toS32(Math.floor(a));
    }

    public static int cvtRpiS32F64(double a) {
        return toS32(Math.ceil(a));
    }

    public static int cvtRniU32F64(double a) {
        return toU32(Math.rint(a));
    }

    public static int cvtRziU32F64(double a) {
        return toU32(a);
    }

    public static int cvtRmiU32F64(double a) {
        return toU32(Math.floor(a));
    }

    public static int cvtRpiU32F64(double a) {
        return toU32(Math.ceil(a));
    }

    public static long cvtRniS64F64(double a) {
        return toS64(Math.rint(a));
    }

    public static long cvtRziS64F64(double a) {
        return toS64(a);
    }

    public static long cvtRmiS64F64(double a) {
        return toS64(Math.floor(a));
    }

    public static long cvtRpiS64F64(double a) {
        return toS64(Math.ceil(a));
    }

    public static long cvtRniU64F64(double a) {
        return toU64(Math.rint(a));
    }

    public static long cvtRziU64F64(double a) {
        return toU64(a);
    }

    public static long cvtRmiU64F64(double a) {
        return toU64(Math.floor(a));
    }

    public static long cvtRpiU64F64(double a) {
        return toU64(Math.ceil(a));
    }

    private static int toS32(double a) {
        return Double.isNaN(a) ? Integer.MIN_VALUE : (int) a;
    }

    private static int toU32(double a) {
        return Double.isNaN(a) ? Integer.MIN_VALUE : (int) Math.clamp((long) a, 0, 0xffffffffL);
    }

    private static long toS64(double a) {
        return Double.isNaN(a) ? Long.MIN_VALUE : (long) a;
    }

    private static long toU64(double a) {
        if (a < 0x1p63) {
            return Math.max((long) a, 0);
        }
        return a < 0x1p64
                ? (long) (a - 0x1p63) ^ Long.MIN_VALUE
                : Double.isNaN(a) ? Long.MIN_VALUE : -1;
    }
}
