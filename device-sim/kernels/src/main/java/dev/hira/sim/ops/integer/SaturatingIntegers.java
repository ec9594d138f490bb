package dev.hira.sim.ops.integer;

/** {@code cvt.sat} among integers: it clamps to the range of the target type. */
public final class SaturatingIntegers {
    private SaturatingIntegers() {}

    public static int cvtSatU8S8(int a) {
        return Math.max((byte) a, 0);
    }

    public static int cvtSatU8U16(int a) {
        return Math.clamp(a, 0, 0xff);
    }

    public static int cvtSatU8S16(int a) {
        return Math.clamp((short) a, 0, 0xff);
    }

    public static int cvtSatU8U32(int a) {
        return Integer.compareUnsigned(a, 0xff) > 0 ? 0xff : a;
    }

    public static int cvtSatU8S32(int a) {
        return Math.clamp(a, 0, 0xff);
    }

    public static int cvtSatU8U64(long a) {
        return (int) clampU64(a, 0xffL);
    }

    public static int cvtSatU8S64(long a) {
        return (int) Math.clamp(a, 0L, 0xffL);
    }

    public static int cvtSatS8U8(int a) {
        return Math.min(a, 0x7f);
    }

    public static int cvtSatS8U16(int a) {
        return Math.min(a, 0x7f);
    }

    public static int cvtSatS8S16(int a) {
        return Math.clamp((short) a, -128, 127) & 0xff;
    }

    public static int cvtSatS8U32(int a) {
        return Integer.compareUnsigned(a, 0x7f) > 0 ? 0x7f : a;
    }

    public static int cvtSatS8S32(int a) {
        return Math.clamp(a, -128, 127) & 0xff;
    }

    public static int cvtSatS8U64(long a) {
        return (int) clampU64(a, 0x7fL);
    }

    public static int cvtSatS8S64(long a) {
        return ((int) Math.clamp(a, -128L, 0x7fL)) & 0xff;
    }

    public static int cvtSatU16S8(int a) {
        return Math.max((byte) a, 0);
    }

    public static int cvtSatU16S16(int a) {
        return Math.max((short) a, 0);
    }

    public static int cvtSatU16U32(int a) {
        return Integer.compareUnsigned(a, 0xffff) > 0 ? 0xffff : a;
    }

    public static int cvtSatU16S32(int a) {
        return Math.clamp(a, 0, 0xffff);
    }

    public static int cvtSatU16U64(long a) {
        return (int) clampU64(a, 0xffffL);
    }

    public static int cvtSatU16S64(long a) {
        return (int) Math.clamp(a, 0L, 0xffffL);
    }

    public static int cvtSatS16U16(int a) {
        return Math.min(a, 0x7fff);
    }

    public static int cvtSatS16U32(int a) {
        return Integer.compareUnsigned(a, 0x7fff) > 0 ? 0x7fff : a;
    }

    public static int cvtSatS16S32(int a) {
        return Math.clamp(a, -32768, 32767) & 0xffff;
    }

    public static int cvtSatS16U64(long a) {
        return (int) clampU64(a, 0x7fffL);
    }

    public static int cvtSatS16S64(long a) {
        return ((int) Math.clamp(a, -32768L, 0x7fffL)) & 0xffff;
    }

    public static int cvtSatU32S8(int a) {
        return Math.max((byte) a, 0);
    }

    public static int cvtSatU32S16(int a) {
        return Math.max((short) a, 0);
    }

    public static int cvtSatU32S32(int a) {
        return Math.max(a, 0);
    }

    public static int cvtSatU32U64(long a) {
        return (int) clampU64(a, 0xffffffffL);
    }

    public static int cvtSatU32S64(long a) {
        return (int) Math.clamp(a, 0L, 0xffffffffL);
    }

    public static int cvtSatS32U32(int a) {
        return Integer.compareUnsigned(a, 0x7fffffff) > 0 ? 0x7fffffff : a;
    }

    public static int cvtSatS32U64(long a) {
        return (int) clampU64(a, 0x7fffffffL);
    }

    public static int cvtSatS32S64(long a) {
        return (int) Math.clamp(a, -2147483648L, 0x7fffffffL);
    }

    public static long cvtSatU64S8(int a) {
        return Math.max((byte) a, 0);
    }

    public static long cvtSatU64S16(int a) {
        return Math.max((short) a, 0);
    }

    public static long cvtSatU64S32(int a) {
        return Math.max(a, 0);
    }

    public static long cvtSatU64S64(long a) {
        return Math.max(a, 0);
    }

    public static long cvtSatS64U64(long a) {
        return clampU64(a, 0x7fffffffffffffffL);
    }

    private static long clampU64(long a, long most) {
        return Long.compareUnsigned(a, most) > 0 ? most : a;
    }
}
