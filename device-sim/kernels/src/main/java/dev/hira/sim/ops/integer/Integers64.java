package dev.hira.sim.ops.integer;

/**
 * {@code add}, {@code sub}, {@code div}, {@code rem}, {@code neg}, {@code abs}, {@code min}, {@code
 * max} and {@code sad} of 64 bits. Division by zero gives all ones, as in hardware.
 */
public final class Integers64 {
    private Integers64() {}

    public static long addB64(long a, long b) {
        return a + b;
    }

    public static long subB64(long a, long b) {
        return a - b;
    }

    public static long divS64(long a, long b) {
        return b == 0 ? -1 : a / b;
    }

    public static long divU64(long a, long b) {
        return b == 0 ? -1 : Long.divideUnsigned(a, b);
    }

    public static long remS64(long a, long b) {
        return b == 0 ? -1 : a % b;
    }

    public static long remU64(long a, long b) {
        return b == 0 ? -1 : Long.remainderUnsigned(a, b);
    }

    public static long negS64(long a) {
        return -a;
    }

    public static long absS64(long a) {
        return Math.abs(a);
    }

    public static long minS64(long a, long b) {
        return Math.min(a, b);
    }

    public static long minU64(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? a : b;
    }

    public static long maxS64(long a, long b) {
        return Math.max(a, b);
    }

    public static long maxU64(long a, long b) {
        return Long.compareUnsigned(a, b) < 0 ? b : a;
    }

    /** Returns c plus the distance of a and b. */
    public static long sadS64(long a, long b, long c) {
        return c + (a < b ? b - a : a - b);
    }

    public static long sadU64(long a, long b, long c) {
        return c + (Long.compareUnsigned(a, b) < 0 ? b - a : a - b);
    }
}
