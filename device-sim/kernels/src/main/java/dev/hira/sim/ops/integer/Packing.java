package dev.hira.sim.ops.integer;

/** {@code mov} that packs parts into a word, lowest first, or unpacks a word. */
public final class Packing {
    private Packing() {}

    public static int packB16B8(int a, int b) {
        return a | b << 8;
    }

    public static int unpackB16B8At0(int whole) {
        return whole & 0xff;
    }

    public static int unpackB16B8At1(int whole) {
        return whole >>> 8;
    }

    public static int packB32B16(int a, int b) {
        return a | b << 16;
    }

    public static int unpackB32B16At0(int whole) {
        return whole & 0xffff;
    }

    public static int unpackB32B16At1(int whole) {
        return whole >>> 16;
    }

    public static int packB32B8(int a, int b, int c, int d) {
        return a | b << 8 | c << 16 | d << 24;
    }

    public static int unpackB32B8At0(int whole) {
        return whole & 0xff;
    }

    public static int unpackB32B8At1(int whole) {
        return (whole >>> 8) & 0xff;
    }

    public static int unpackB32B8At2(int whole) {
        return (whole >>> 16) & 0xff;
    }

    public static int unpackB32B8At3(int whole) {
        return whole >>> 24;
    }

    public static long packB64B32(int a, int b) {
        return Integer.toUnsignedLong(a) | Integer.toUnsignedLong(b) << 32;
    }

    public static int unpackB64B32At0(long whole) {
        return (int) whole;
    }

    public static int unpackB64B32At1(long whole) {
        return (int) (whole >>> 32);
    }

    public static long packB64B16(int a, int b, int c, int d) {
        return a | (long) b << 16 | (long) c << 32 | (long) d << 48;
    }

    public static int unpackB64B16At0(long whole) {
        return (int) (whole & 0xffff);
    }

    public static int unpackB64B16At1(long whole) {
        return (int) ((whole >>> 16) & 0xffff);
    }

    public static int unpackB64B16At2(long whole) {
        return (int) ((whole >>> 32) & 0xffff);
    }

    public static int unpackB64B16At3(long whole) {
        return (int) (whole >>> 48);
    }
}
