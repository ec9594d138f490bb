package dev.hira.sim.ops.integer;

/**
 * {@code shl}, {@code shr} and {@code shf}. Amounts are unsigned, and an amount of the width or
 * more shifts everything out, where Java would wrap it around; the funnel shifts have both
 * behaviours.
 */
public final class Shifts {
    private Shifts() {}

    public static int shlB16(int a, int amount) {
        return isWithin(amount, 15) ? a << amount & 0xffff : 0;
    }

    public static int shrU16(int a, int amount) {
        return isWithin(amount, 15) ? a >>> amount : 0;
    }

    public static int shrS16(int a, int amount) {
        return (short) a >> (isWithin(amount, 15) ? amount : 15) & 0xffff;
    }

    public static int shrB16(int a, int amount) {
        return shrU16(a, amount);
    }

    public static int shlB32(int a, int amount) {
        return isWithin(amount, 31) ? a << amount : 0;
    }

    public static int shrU32(int a, int amount) {
        return isWithin(amount, 31) ? a >>> amount : 0;
    }

    public static int shrS32(int a, int amount) {
        return a >> (isWithin(amount, 31) ? amount : 31);
    }

    public static int shrB32(int a, int amount) {
        return shrU32(a, amount);
    }

    public static long shlB64(long a, int amount) {
        return isWithin(amount, 63) ? a << amount : 0;
    }

    public static long shrU64(long a, int amount) {
        return isWithin(amount, 63) ? a >>> amount : 0;
    }

    public static long shrS64(long a, int amount) {
        return a >> (isWithin(amount, 63) ? amount : 63);
    }

    public static long shrB64(long a, int amount) {
        return shrU64(a, amount);
    }

    /** Returns the upper word of b:a shifted left. */
    public static int shfLClampB32(int a, int b, int amount) {
        return isWithin(amount, 31) ? shfLWrapB32(a, b, amount) : a;
    }

    public static int shfLWrapB32(int a, int b, int amount) {
        return (int) (pair(a, b) << (amount & 31) >>> 32);
    }

    /** Returns the lower word of b:a shifted right. */
    public static int shfRClampB32(int a, int b, int amount) {
        return isWithin(amount, 31) ? shfRWrapB32(a, b, amount) : b;
    }

    public static int shfRWrapB32(int a, int b, int amount) {
        return (int) (pair(a, b) >>> (amount & 31));
    }

    private static long pair(int low, int high) {
        return (long) high << 32 | Integer.toUnsignedLong(low);
    }

    private static boolean isWithin(int amount, int last) {
        return Integer.compareUnsigned(amount, last) <= 0;
    }
}
