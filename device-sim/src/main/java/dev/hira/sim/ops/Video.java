package dev.hira.sim.ops;

/** The extension and clamping of whole words in video instructions. */
final class Video {
    private Video() {}

    static long wideU(int a) {
        return Integer.toUnsignedLong(a);
    }

    static long wideS(int a) {
        return a;
    }

    static int clampU32(long a) {
        return (int) Math.clamp(a, 0, 0xffffffffL);
    }

    static int clampS32(long a) {
        return Integers32.clampS32(a);
    }
}
