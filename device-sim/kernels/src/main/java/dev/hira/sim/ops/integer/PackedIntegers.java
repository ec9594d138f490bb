package dev.hira.sim.ops.integer;

import dev.hira.sim.ops.floating.Halves;

/** {@code add}, {@code min} and {@code max} of both halves of u16x2 and s16x2. */
public final class PackedIntegers {
    private PackedIntegers() {}

    public static int addB16X2(int a, int b) {
        return Halves.pair(
                Integers16.addB16(Halves.low(a), Halves.low(b)),
                Integers16.addB16(Halves.high(a), Halves.high(b)));
    }

    public static int minU16X2(int a, int b) {
        return Halves.pair(
                Integers16.minU16(Halves.low(a), Halves.low(b)),
                Integers16.minU16(Halves.high(a), Halves.high(b)));
    }

    public static int maxU16X2(int a, int b) {
        return Halves.pair(
                Integers16.maxU16(Halves.low(a), Halves.low(b)),
                Integers16.maxU16(Halves.high(a), Halves.high(b)));
    }

    public static int minS16X2(int a, int b) {
        return Halves.pair(
                Integers16.minS16(Halves.low(a), Halves.low(b)),
                Integers16.minS16(Halves.high(a), Halves.high(b)));
    }

    public static int maxS16X2(int a, int b) {
        return Halves.pair(
                Integers16.maxS16(Halves.low(a), Halves.low(b)),
                Integers16.maxS16(Halves.high(a), Halves.high(b)));
    }

    public static int minReluS16X2(int a, int b) {
        return maxS16X2(minS16X2(a, b), 0);
    }

    public static int maxReluS16X2(int a, int b) {
        return maxS16X2(maxS16X2(a, b), 0);
    }
}
