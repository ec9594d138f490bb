package dev.hira.sim.ops.integer;

/**
 * {@code add}, {@code sub}, {@code div}, {@code rem}, {@code neg}, {@code abs}, {@code min}, {@code
 * max} and {@code sad} of 32 bits. Division by zero gives all ones, as in hardware.
 */
public final class Integers32 {
    private Integers32() {}

    public static int addB32(int a, int b) {
        return a + b;
    }

    public static int addSatS32(int a, int b) {
        return clampS32((long) a + b);
    }

    public static int subB32(int a, int b) {
        return a - b;
    }

    public static int subSatS32(int a, int b) {
        return clampS32((long) a - b);
    }

    public static int divS32(int a, int b) {
        return b == 0 ? -1 : a / b;
    }

    public static int divU32(int a, int b) {
        return b == 0 ? -1 : Integer.divideUnsigned(a, b);
    }

    public static int remS32(int a, int b) {
        return b == 0 ? -1 : a % b;
    }

    public static int remU32(int a, int b) {
        return b == 0 ? -1 : Integer.remainderUnsigned(a, b);
    }

    public static int negS32(int a) {
        return -a;
    }

    public static int absS32(int a) {
        return Math.abs(a);
    }

    public static int minS32(int a, int b) {
        return Math.min(a, b);
    }

    public static int minU32(int a, int b) {
        return Math.min(a ^ Integer.MIN_VALUE, b ^ Integer.MIN_VALUE) ^ Integer.MIN_VALUE;
    }

    public static int minReluS32(int a, int b) {
        return Math.max(Math.min(a, b), 0);
    }

    public static int maxS32(int a, int b) {
        return Math.max(a, b);
    }

    public static int maxU32(int a, int b) {
        return Math.max(a ^ Integer.MIN_VALUE, b ^ Integer.MIN_VALUE) ^ Integer.MIN_VALUE;
    }

    public static int maxReluS32(int a, int b) {
        return Math.max(Math.max(a, b), 0);
    }

    /** Returns c plus the distance of a and b. */
    public static int sadS32(int a, int b, int c) {
        return c + (a < b ? b - a : a - b);
    }

    public static int sadU32(int a, int b, int c) {
        return c + (Integer.compareUnsigned(a, b) < 0 ? b - a : a - b);
    }

    public static int clampS32(long value) {
        return (int) Math.clamp(value, Integer.MIN_VALUE, (long) Integer.MAX_VALUE);
    }
}
