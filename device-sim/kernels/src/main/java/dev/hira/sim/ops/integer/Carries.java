package dev.hira.sim.ops.integer;

/**
 * {@code addc}, {@code subc} and {@code madc}, which take a carry as their last operand, and the
 * carries of {@code add.cc}, {@code sub.cc}, {@code mad.cc} and these. As in hardware, all of them
 * share one carry: a difference is the sum with the complement, so its carry is set when it does
 * not borrow.
 */
public final class Carries {
    private Carries() {}

    public static boolean addCarryB32(int a, int b) {
        return Integer.compareUnsigned(a + b, a) < 0;
    }

    public static int addcB32(int a, int b, boolean carry) {
        return a + b + (carry ? 1 : 0);
    }

    public static boolean addcCarryB32(int a, int b, boolean carry) {
        return addCarryB32(a, b) || (carry && a + b == -1);
    }

    public static boolean subCarryB32(int a, int b) {
        return Integer.compareUnsigned(a, b) >= 0;
    }

    public static int subcB32(int a, int b, boolean carry) {
        return a - b - (carry ? 0 : 1);
    }

    public static boolean subcCarryB32(int a, int b, boolean carry) {
        return subCarryB32(a, b) && (carry || a != b);
    }

    public static boolean madLoCarryB32(int a, int b, int c) {
        return addCarryB32(Products.mulLoB32(a, b), c);
    }

    public static int madcLoB32(int a, int b, int c, boolean carry) {
        return addcB32(Products.mulLoB32(a, b), c, carry);
    }

    public static boolean madcLoCarryB32(int a, int b, int c, boolean carry) {
        return addcCarryB32(Products.mulLoB32(a, b), c, carry);
    }

    public static boolean madHiCarryS32(int a, int b, int c) {
        return addCarryB32(Products.mulHiS32(a, b), c);
    }

    public static int madcHiS32(int a, int b, int c, boolean carry) {
        return addcB32(Products.mulHiS32(a, b), c, carry);
    }

    public static boolean madcHiCarryS32(int a, int b, int c, boolean carry) {
        return addcCarryB32(Products.mulHiS32(a, b), c, carry);
    }

    public static boolean madHiCarryU32(int a, int b, int c) {
        return addCarryB32(Products.mulHiU32(a, b), c);
    }

    public static int madcHiU32(int a, int b, int c, boolean carry) {
        return addcB32(Products.mulHiU32(a, b), c, carry);
    }

    public static boolean madcHiCarryU32(int a, int b, int c, boolean carry) {
        return addcCarryB32(Products.mulHiU32(a, b), c, carry);
    }

    public static boolean addCarryB64(long a, long b) {
        return Long.compareUnsigned(a + b, a) < 0;
    }

    public static long addcB64(long a, long b, boolean carry) {
        return a + b + (carry ? 1 : 0);
    }

    public static boolean addcCarryB64(long a, long b, boolean carry) {
        return addCarryB64(a, b) || (carry && a + b == -1);
    }

    public static boolean subCarryB64(long a, long b) {
        return Long.compareUnsigned(a, b) >= 0;
    }

    public static long subcB64(long a, long b, boolean carry) {
        return a - b - (carry ? 0 : 1);
    }

    public static boolean subcCarryB64(long a, long b, boolean carry) {
        return subCarryB64(a, b) && (carry || a != b);
    }

    public static boolean madLoCarryB64(long a, long b, long c) {
        return addCarryB64(Products.mulLoB64(a, b), c);
    }

    public static long madcLoB64(long a, long b, long c, boolean carry) {
        return addcB64(Products.mulLoB64(a, b), c, carry);
    }

    public static boolean madcLoCarryB64(long a, long b, long c, boolean carry) {
        return addcCarryB64(Products.mulLoB64(a, b), c, carry);
    }

    public static boolean madHiCarryS64(long a, long b, long c) {
        return addCarryB64(Products.mulHiS64(a, b), c);
    }

    public static long madcHiS64(long a, long b, long c, boolean carry) {
        return addcB64(Products.mulHiS64(a, b), c, carry);
    }

    public static boolean madcHiCarryS64(long a, long b, long c, boolean carry) {
        return addcCarryB64(Products.mulHiS64(a, b), c, carry);
    }

    public static boolean madHiCarryU64(long a, long b, long c) {
        return addCarryB64(Products.mulHiU64(a, b), c);
    }

    public static long madcHiU64(long a, long b, long c, boolean carry) {
        return addcB64(Products.mulHiU64(a, b), c, carry);
    }

    public static boolean madcHiCarryU64(long a, long b, long c, boolean carry) {
        return addcCarryB64(Products.mulHiU64(a, b), c, carry);
    }
}
