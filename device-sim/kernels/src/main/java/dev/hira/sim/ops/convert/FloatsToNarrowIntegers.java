package dev.hira.sim.ops.convert;

/**
 * {@code cvt} from f32 and f64 to integers of 8 and 16 bits, with the roundings .rni, .rzi, .rmi
 * and .rpi: the value is rounded to a whole number and then clamped. NaN becomes 0 from f32, and
 * only the highest bit from f64.
 */
public final class FloatsToNarrowIntegers {
    private FloatsToNarrowIntegers() {}

    public static int cvtRniS16F32(float a) {
        return Float.isNaN(a) ? 0 : toS16(Math.rint(a));
    }

    public static int cvtRziS16F32(float a) {
        return Float.isNaN(a) ? 0 : toS16(a);
    }

    public static int cvtRmiS16F32(float a) {
        return Float.isNaN(a) ? 0 : toS16(Math.floor(a));
    }

    public static int cvtRpiS16F32(float a) {
        return Float.isNaN(a) ? 0 : toS16(Math.ceil(a));
    }

    public static int cvtRniU16F32(float a) {
        return Float.isNaN(a) ? 0 : toU16(Math.rint(a));
    }

    public static int cvtRziU16F32(float a) {
        return Float.isNaN(a) ? 0 : toU16(a);
    }

    public static int cvtRmiU16F32(float a) {
        return Float.isNaN(a) ? 0 : toU16(Math.floor(a));
    }

    public static int cvtRpiU16F32(float a) {
        return Float.isNaN(a) ? 0 : toU16(Math.ceil(a));
    }

    public static int cvtRniS8F32(float a) {
        return Float.isNaN(a) ? 0 : toS8(Math.rint(a));
    }

    public static int cvtRziS8F32(float a) {
        return Float.isNaN(a) ? 0 : toS8(a);
    }

    public static int cvtRmiS8F32(float a) {
        return Float.isNaN(a) ? 0 : toS8(Math.floor(a));
    }

    public static int cvtRpiS8F32(float a) {
        return Float.isNaN(a) ? 0 : toS8(Math.ceil(a));
    }

    public static int cvtRniU8F32(float a) {
        return Float.isNaN(a) ? 0 : toU8(Math.rint(a));
    }

    public static int cvtRziU8F32(float a) {
        return Float.isNaN(a) ? 0 : toU8(a);
    }

    public static int cvtRmiU8F32(float a) {
        return Float.isNaN(a) ? 0 : toU8(Math.floor(a));
    }

    public static int cvtRpiU8F32(float a) {
        return Float.isNaN(a) ? 0 : toU8(Math.ceil(a));
    }

    public static int cvtRniS16F64(double a) {
        return toS16(Math.rint(a));
    }

    public static int cvtRziS16F64(double a) {
        return toS16(a);
    }

    public static int cvtRmiS16F64(double a) {
        return toS16(Math.floor(a));
    }

    public static int cvtRpiS16F64(double a) {
        return toS16(Math.ceil(a));
    }

    public static int cvtRniU16F64(double a) {
        return toU16(Math.rint(a));
    }

    public static int cvtRziU16F64(double a) {
        return toU16(a);
    }

    public static int cvtRmiU16F64(double a) {
        return toU16(Math.floor(a));
    }

    public static int cvtRpiU16F64(double a) {
        return toU16(Math.ceil(a));
    }

    public static int cvtRniS8F64(double a) {
        return toS8(Math.rint(a));
    }

    public static int cvtRziS8F64(double a) {
        return toS8(a);
    }

    public static int cvtRmiS8F64(double a) {
        return toS8(Math.floor(a));
    }

    public static int cvtRpiS8F64(double a) {
        return toS8(Math.ceil(a));
    }

    public static int cvtRniU8F64(double a) {
        return toU8(Math.rint(a));
    }

    public static int cvtRziU8F64(double a) {
        return toU8(a);
    }

    public static int cvtRmiU8F64(double a) {
        return toU8(Math.floor(a));
    }

    public static int cvtRpiU8F64(double a) {
        return toU8(Math.ceil(a));
    }

    private static int toS16(double a) {
        return Double.isNaN(a) ? 0x8000 : Math.clamp((int) a, -0x8000, 0x7fff) & 0xffff;
    }

    private static int toU16(double a) {
        return Double.isNaN(a) ? 0x8000 : Math.clamp((int) a, 0, 0xffff);
    }

    private static int toS8(double a) {
        return Double.isNaN(a) ? 0x80 : Math.clamp((int) a, -0x80, 0x7f) & 0xff;
    }

    private static int toU8(double a) {
        return Double.isNaN(a) ? 0x80 : Math.clamp((int) a, 0, 0xff);
    }
}
