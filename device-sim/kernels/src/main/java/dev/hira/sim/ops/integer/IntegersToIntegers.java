package dev.hira.sim.ops.integer;

/**
 * {@code cvt} among integers without .sat: it extends by the sign or by zeros, or drops upper bits.
 */
public final class IntegersToIntegers {
    private IntegersToIntegers() {}

    public static int cvtB8B8(int a) {
        return a;
    }

    public static int cvtB8B16(int a) {
        return a & 0xff;
    }

    public static int cvtB8B32(int a) {
        return a & 0xff;
    }

    public static int cvtB8B64(long a) {
        return (int) a & 0xff;
    }

    public static int cvtB16U8(int a) {
        return a;
    }

    public static int cvtB16S8(int a) {
        return (byte) a & 0xffff;
    }

    public static int cvtB16B16(int a) {
        return a;
    }

    public static int cvtB16B32(int a) {
        return a & 0xffff;
    }

    public static int cvtB16B64(long a) {
        return (int) a & 0xffff;
    }

    public static int cvtB32U8(int a) {
        return a;
    }

    public static int cvtB32S8(int a) {
        return (byte) a;
    }

    public static int cvtB32U16(int a) {
        return a;
    }

    public static int cvtB32S16(int a) {
        return (short) a;
    }

    public static int cvtB32B32(int a) {
        return a;
    }

    public static int cvtB32B64(long a) {
        return (int) a;
    }

    public static long cvtB64U8(int a) {
        return a;
    }

    public static long cvtB64S8(int a) {
        return (byte) a;
    }

    public static long cvtB64U16(int a) {
        return a;
    }

    public static long cvtB64S16(int a) {
        return (short) a;
    }

    public static long cvtB64U32(int a) {
        return Integer.toUnsignedLong(a);
    }

    public static long cvtB64S32(int a) {
        return a;
    }

    public static long cvtB64B64(long a) {
        return a;
    }
}
