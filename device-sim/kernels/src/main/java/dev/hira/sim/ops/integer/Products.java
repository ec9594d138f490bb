package dev.hira.sim.ops.integer;

/**
 * {@code mul} and {@code mad} of 32 and 64 bits, {@code mul24}, {@code mad24}, and {@code dp4a} and
 * {@code dp2a} of packed bytes.
 */
public final class Products {
    private Products() {}

    public static int mulLoB32(int a, int b) {
        return a * b;
    }

    public static int mulHiS32(int a, int b) {
        return (int) (((long) a * b) >> 32);
    }

    public static int mulHiU32(int a, int b) {
        return (int) ((zeroExtended(a) * zeroExtended(b)) >>> 32);
    }

    public static long mulWideS32(int a, int b) {
        return (long) a * b;
    }

    public static long mulWideU32(int a, int b) {
        return zeroExtended(a) * zeroExtended(b);
    }

    public static long mulLoB64(long a, long b) {
        return a * b;
    }

    public static long mulHiS64(long a, long b) {
        return Math.multiplyHigh(a, b);
    }

    public static long mulHiU64(long a, long b) {
        return Math.unsignedMultiplyHigh(a, b);
    }

    public static int madLoB32(int a, int b, int c) {
        return a * b + c;
    }

    public static int madHiS32(int a, int b, int c) {
        return mulHiS32(a, b) + c;
    }

    public static int madHiU32(int a, int b, int c) {
        return mulHiU32(a, b) + c;
    }

    public static int madHiSatS32(int a, int b, int c) {
        return Integers32.clampS32((long) mulHiS32(a, b) + c);
    }

    public static long madWideS32(int a, int b, long c) {
        return (long) a * b + c;
    }

    public static long madWideU32(int a, int b, long c) {
        return zeroExtended(a) * zeroExtended(b) + c;
    }

    public static long madLoB64(long a, long b, long c) {
        return a * b + c;
    }

    public static long madHiS64(long a, long b, long c) {
        return Math.multiplyHigh(a, b) + c;
    }

    public static long madHiU64(long a, long b, long c) {
        return Math.unsignedMultiplyHigh(a, b) + c;
    }

    public static int mul24LoS32(int a, int b) {
        return (int) wide24S(a, b);
    }

    public static int mul24LoU32(int a, int b) {
        return (int) wide24U(a, b);
    }

    /** Returns the upper 32 of the product's 48 bits. */
    public static int mul24HiS32(int a, int b) {
        return (int) (wide24S(a, b) >> 16);
    }

    public static int mul24HiU32(int a, int b) {
        return (int) (wide24U(a, b) >>> 16);
    }

    public static int mad24LoS32(int a, int b, int c) {
        return mul24LoS32(a, b) + c;
    }

    public static int mad24LoU32(int a, int b, int c) {
        return mul24LoU32(a, b) + c;
    }

    public static int mad24HiS32(int a, int b, int c) {
        return mul24HiS32(a, b) + c;
    }

    public static int mad24HiU32(int a, int b, int c) {
        return mul24HiU32(a, b) + c;
    }

    public static int mad24HiSatS32(int a, int b, int c) {
        return Integers32.clampS32((long) mul24HiS32(a, b) + c);
    }

    private static long wide24S(int a, int b) {
        return (long) (a << 8 >> 8) * (b << 8 >> 8);
    }

    private static long wide24U(int a, int b) {
        return (a & 0xffffffL) * (b & 0xffffff);
    }

    private static long zeroExtended(int value) {
        return Integer.toUnsignedLong(value);
    }

    public static int dp4aU32U32(int a, int b, int c) {
        return c
                + (a & 0xff) * (b & 0xff)
                + (a >>> 8 & 0xff) * (b >>> 8 & 0xff)
                + (a >>> 16 & 0xff) * (b >>> 16 & 0xff)
                + (a >>> 24) * (b >>> 24);
    }

    public static int dp4aU32S32(int a, int b, int c) {
        return c
                + (a & 0xff) * (byte) b
                + (a >>> 8 & 0xff) * (byte) (b >> 8)
                + (a >>> 16 & 0xff) * (byte) (b >> 16)
                + (a >>> 24) * (b >> 24);
    }

    public static int dp4aS32U32(int a, int b, int c) {
        return dp4aU32S32(b, a, c);
    }

    public static int dp4aS32S32(int a, int b, int c) {
        return c
                + (byte) a * (byte) b
                + (byte) (a >> 8) * (byte) (b >> 8)
                + (byte) (a >> 16) * (byte) (b >> 16)
                + (a >> 24) * (b >> 24);
    }

    /** Returns c plus the products of the halves of a and the lower two bytes of b. */
    public static int dp2aLoU32U32(int a, int b, int c) {
        return c + (a & 0xffff) * (b & 0xff) + (a >>> 16) * (b >>> 8 & 0xff);
    }

    public static int dp2aLoU32S32(int a, int b, int c) {
        return c + (a & 0xffff) * (byte) b + (a >>> 16) * (byte) (b >> 8);
    }

    public static int dp2aLoS32U32(int a, int b, int c) {
        return c + (short) a * (b & 0xff) + (a >> 16) * (b >>> 8 & 0xff);
    }

    public static int dp2aLoS32S32(int a, int b, int c) {
        return c + (short) a * (byte) b + (a >> 16) * (byte) (b >> 8);
    }

    /** Returns c plus the products of the halves of a and the upper two bytes of b. */
    public static int dp2aHiU32U32(int a, int b, int c) {
        return dp2aLoU32U32(a, b >>> 16, c);
    }

    public static int dp2aHiU32S32(int a, int b, int c) {
        return dp2aLoU32S32(a, b >>> 16, c);
    }

    public static int dp2aHiS32U32(int a, int b, int c) {
        return dp2aLoS32U32(a, b >>> 16, c);
    }

    public static int dp2aHiS32S32(int a, int b, int c) {
        return dp2aLoS32S32(a, b >>> 16, c);
    }
}
