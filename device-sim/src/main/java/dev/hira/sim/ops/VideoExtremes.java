package dev.hira.sim.ops;

/**
 * Video instructions that take the smaller or larger of two words, clamped or followed by a sum or
 * extreme.
 */
public final class VideoExtremes {
    private VideoExtremes() {}

    public static int vminU32U32U32(int a, int b) {
        return (int) VideoOperation.MIN.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vminSatU32U32U32(int a, int b) {
        return Video.clampU32(VideoOperation.MIN.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vminAddU32U32U32(int a, int b, int c) {
        return vminU32U32U32(a, b) + c;
    }

    public static int vminMinU32U32U32(int a, int b, int c) {
        return Integers32.minU32(vminU32U32U32(a, b), c);
    }

    public static int vminMaxU32U32U32(int a, int b, int c) {
        return Integers32.maxU32(vminU32U32U32(a, b), c);
    }

    public static int vminS32S32S32(int a, int b) {
        return (int) VideoOperation.MIN.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vminSatS32S32S32(int a, int b) {
        return Video.clampS32(VideoOperation.MIN.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vminAddS32S32S32(int a, int b, int c) {
        return vminS32S32S32(a, b) + c;
    }

    public static int vminMinS32S32S32(int a, int b, int c) {
        return Integers32.minS32(vminS32S32S32(a, b), c);
    }

    public static int vminMaxS32S32S32(int a, int b, int c) {
        return Integers32.maxS32(vminS32S32S32(a, b), c);
    }

    public static int vminU32S32S32(int a, int b) {
        return (int) VideoOperation.MIN.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vminSatU32S32S32(int a, int b) {
        return Video.clampU32(VideoOperation.MIN.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vminAddU32S32S32(int a, int b, int c) {
        return vminU32S32S32(a, b) + c;
    }

    public static int vminMinU32S32S32(int a, int b, int c) {
        return Integers32.minU32(vminU32S32S32(a, b), c);
    }

    public static int vminMaxU32S32S32(int a, int b, int c) {
        return Integers32.maxU32(vminU32S32S32(a, b), c);
    }

    public static int vminS32U32U32(int a, int b) {
        return (int) VideoOperation.MIN.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vminSatS32U32U32(int a, int b) {
        return Video.clampS32(VideoOperation.MIN.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vminAddS32U32U32(int a, int b, int c) {
        return vminS32U32U32(a, b) + c;
    }

    public static int vminMinS32U32U32(int a, int b, int c) {
        return Integers32.minS32(vminS32U32U32(a, b), c);
    }

    public static int vminMaxS32U32U32(int a, int b, int c) {
        return Integers32.maxS32(vminS32U32U32(a, b), c);
    }

    public static int vmaxU32U32U32(int a, int b) {
        return (int) VideoOperation.MAX.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vmaxSatU32U32U32(int a, int b) {
        return Video.clampU32(VideoOperation.MAX.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vmaxAddU32U32U32(int a, int b, int c) {
        return vmaxU32U32U32(a, b) + c;
    }

    public static int vmaxMinU32U32U32(int a, int b, int c) {
        return Integers32.minU32(vmaxU32U32U32(a, b), c);
    }

    public static int vmaxMaxU32U32U32(int a, int b, int c) {
        return Integers32.maxU32(vmaxU32U32U32(a, b), c);
    }

    public static int vmaxS32S32S32(int a, int b) {
        return (int) VideoOperation.MAX.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vmaxSatS32S32S32(int a, int b) {
        return Video.clampS32(VideoOperation.MAX.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vmaxAddS32S32S32(int a, int b, int c) {
        return vmaxS32S32S32(a, b) + c;
    }

    public static int vmaxMinS32S32S32(int a, int b, int c) {
        return Integers32.minS32(vmaxS32S32S32(a, b), c);
    }

    public static int vmaxMaxS32S32S32(int a, int b, int c) {
        return Integers32.maxS32(vmaxS32S32S32(a, b), c);
    }

    public static int vmaxU32S32S32(int a, int b) {
        return (int) VideoOperation.MAX.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vmaxSatU32S32S32(int a, int b) {
        return Video.clampU32(VideoOperation.MAX.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vmaxAddU32S32S32(int a, int b, int c) {
        return vmaxU32S32S32(a, b) + c;
    }

    public static int vmaxMinU32S32S32(int a, int b, int c) {
        return Integers32.minU32(vmaxU32S32S32(a, b), c);
    }

    public static int vmaxMaxU32S32S32(int a, int b, int c) {
        return Integers32.maxU32(vmaxU32S32S32(a, b), c);
    }

    public static int vmaxS32U32U32(int a, int b) {
        return (int) VideoOperation.MAX.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vmaxSatS32U32U32(int a, int b) {
        return Video.clampS32(VideoOperation.MAX.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vmaxAddS32U32U32(int a, int b, int c) {
        return vmaxS32U32U32(a, b) + c;
    }

    public static int vmaxMinS32U32U32(int a, int b, int c) {
        return Integers32.minS32(vmaxS32U32U32(a, b), c);
    }

    public static int vmaxMaxS32U32U32(int a, int b, int c) {
        return Integers32.maxS32(vmaxS32U32U32(a, b), c);
    }
}
