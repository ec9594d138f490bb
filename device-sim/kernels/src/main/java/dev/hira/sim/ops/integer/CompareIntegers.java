package dev.hira.sim.ops.integer;

/** {@code setp} of integers of 16, 32 and 64 bits. */
public final class CompareIntegers {
    private CompareIntegers() {}

    public static boolean setpEqB16(int a, int b) {
        return a == b;
    }

    public static boolean setpNeB16(int a, int b) {
        return a != b;
    }

    public static boolean setpLtS16(int a, int b) {
        return (short) a < (short) b;
    }

    public static boolean setpLeS16(int a, int b) {
        return (short) a <= (short) b;
    }

    public static boolean setpGtS16(int a, int b) {
        return (short) a > (short) b;
    }

    public static boolean setpGeS16(int a, int b) {
        return (short) a >= (short) b;
    }

    public static boolean setpLtU16(int a, int b) {
        return a < b;
    }

    public static boolean setpLeU16(int a, int b) {
        return a <= b;
    }

    public static boolean setpGtU16(int a, int b) {
        return a > b;
    }

    public static boolean setpGeU16(int a, int b) {
        return a >= b;
    }

    public static boolean setpEqB32(int a, int b) {
        return a == b;
    }

    public static boolean setpNeB32(int a, int b) {
        return a != b;
    }

    public static boolean setpLtS32(int a, int b) {
        return a < b;
    }

    public static boolean setpLeS32(int a, int b) {
        return a <= b;
    }

    public static boolean setpGtS32(int a, int b) {
        return a > b;
    }

    public static boolean setpGeS32(int a, int b) {
        return a >= b;
    }

    public static boolean setpLtU32(int a, int b) {
        return Integer.compareUnsigned(a, b) < 0;
    }

    public static boolean setpLeU32(int a, int b) {
        return Integer.compareUnsigned(a, b) <= 0;
    }

    public static boolean setpGtU32(int a, int b) {
        return Integer.compareUnsigned(a, b) > 0;
    }

    public static boolean setpGeU32(int a, int b) {
        return Integer.compareUnsigned(a, b) >= 0;
    }

    public static boolean setpEqB64(long a, long b) {
        return a == b;
    }

    public static boolean setpNeB64(long a, long b) {
        return a != b;
    }

    public static boolean setpLtS64(long a, long b) {
        return a < b;
    }

    public static boolean setpLeS64(long a, long b) {
        return a <= b;
    }

    public static boolean setpGtS64(long a, long b) {
        return a > b;
    }

    public static boolean setpGeS64(long a, long b) {
        return a >= b;
    }

    public static boolean setpLtU64(long a, long b) {
        return Long.compareUnsigned(a, b) < 0;
    }

    public static boolean setpLeU64(long a, long b) {
        return Long.compareUnsigned(a, b) <= 0;
    }

    public static boolean setpGtU64(long a, long b) {
        return Long.compareUnsigned(a, b) > 0;
    }

    public static boolean setpGeU64(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0;
    }
}
