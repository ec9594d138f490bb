package dev.hira.sim.ops.integer;

/**
 * {@code add}, {@code sub}, {@code div}, {@code rem}, {@code neg}, {@code abs}, {@code min}, {@code
 * max}, {@code sad}, {@code mul} and {@code mad} of 16 bits, held in ints with zeros above.
 */
public final class Integers16 {
    private static final int MASK = 0xffff;

    private Integers16() {}

    public static int addB16(int a, int b) {
        return (a + b) & MASK;
    }

    public static int subB16(int a, int b) {
        return (a - b) & MASK;
    }

    public static int divS16(int a, int b) {
        return b == 0 ? MASK : ((short) a / (short) b) & MASK;
    }

    public static int divU16(int a, int b) {
        return b == 0 ? MASK : a / b;
    }

    public static int remS16(int a, int b) {
        return b == 0 ? MASK : ((short) a % (short) b) & MASK;
    }

    public static int remU16(int a, int b) {
        return b == 0 ? MASK : a % b;
    }

    public static int negS16(int a) {
        return -a & MASK;
    }

    public static int absS16(int a) {
        return Math.abs((short) a) & MASK;
    }

    public static int minS16(int a, int b) {
        return Math.min((short) a, (short) b) & MASK;
    }

    public static int minU16(int a, int b) {
        return Math.min(a, b);
    }

    public static int maxS16(int a, int b) {
        return Math.max((short) a, (short) b) & MASK;
    }

    public static int maxU16(int a, int b) {
        return Math.max(a, b);
    }

    /** Returns c plus the distance of a and b. */
    public static int sadS16(int a, int b, int c) {
        return (c + Math.abs((short) a - (short) b)) & MASK;
    }

    public static int sadU16(int a, int b, int c) {
        return (c + Math.abs(a - b)) & MASK;
    }

    public static int mulLoB16(int a, int b) {
        return (a * b) & MASK;
    }

    public static int mulHiS16(int a, int b) {
        return (((short) a * (short) b) >> 16) & MASK;
    }

    public static int mulHiU16(int a, int b) {
        return (a * b) >>> 16;
    }

    public static int mulWideS16(int a, int b) {
        return (short) a * (short) b;
    }

    public static int mulWideU16(int a, int b) {
        return a * b;
    }

    public static int madLoB16(int a, int b, int c) {
        return (a * b + c) & MASK;
    }

    public static int madHiS16(int a, int b, int c) {
        return (mulHiS16(a, b) + c) & MASK;
    }

    public static int madHiU16(int a, int b, int c) {
        return (mulHiU16(a, b) + c) & MASK;
    }

    public static int madWideS16(int a, int b, int c) {
        return (short) a * (short) b + c;
    }

    public static int madWideU16(int a, int b, int c) {
        return a * b + c;
    }
}
