package dev.hira.policy.schedule;

/** Arithmetic of non-negative longs that saturates at {@link Long#MAX_VALUE}. */
public final class Saturating {
    private Saturating() {}

    public static long add(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    public static long multiply(long a, long b) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        return high != 0 || low < 0 ? Long.MAX_VALUE : low;
    }

    /** Returns {@code a · b / c}, rounded down, exact as long as {@code a · b} fits a long. */
    public static long multiplyDivide(long a, long b, long c) {
        long product = multiply(a, b);
        return product != Long.MAX_VALUE
                ? product / c
                : (long) Math.min((double) a * b / c, 0x1p62);
    }
}
