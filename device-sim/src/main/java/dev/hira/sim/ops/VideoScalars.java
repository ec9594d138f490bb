package dev.hira.sim.ops;

/**
 * Video instructions on whole words: a sum, difference, distance or extreme, clamped or followed by
 * a sum or extreme.
 */
public final class VideoScalars {
    private VideoScalars() {}

    public static int vaddU32U32U32(int a, int b) {
        return (int) VideoOperation.ADD.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vaddSatU32U32U32(int a, int b) {
        return Video.clampU32(VideoOperation.ADD.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vaddAddU32U32U32(int a, int b, int c) {
        return vaddU32U32U32(a, b) + c;
    }

    public static int vaddMinU32U32U32(int a, int b, int c) {
        return Integers32.minU32(vaddU32U32U32(a, b), c);
    }

    public static int vaddMaxU32U32U32(int a, int b, int c) {
        return Integers32.maxU32(vaddU32U32U32(a, b), c);
    }

    public static int vaddS32S32S32(int a, int b) {
        return (int) VideoOperation.ADD.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vaddSatS32S32S32(int a, int b) {
        return Video.clampS32(VideoOperation.ADD.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vaddAddS32S32S32(int a, int b, int c) {
        return vaddS32S32S32(a, b) + c;
    }

    public static int vaddMinS32S32S32(int a, int b, int c) {
        return Integers32.minS32(vaddS32S32S32(a, b), c);
    }

    public static int vaddMaxS32S32S32(int a, int b, int c) {
        return Integers32.maxS32(vaddS32S32S32(a, b), c);
    }

    public static int vaddU32S32S32(int a, int b) {
        return (int) VideoOperation.ADD.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vaddSatU32S32S32(int a, int b) {
        return Video.clampU32(VideoOperation.ADD.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vaddAddU32S32S32(int a, int b, int c) {
        return vaddU32S32S32(a, b) + c;
    }

    public static int vaddMinU32S32S32(int a, int b, int c) {
        return Integers32.minU32(vaddU32S32S32(a, b), c);
    }

    public static int vaddMaxU32S32S32(int a, int b, int c) {
        return Integers32.maxU32(vaddU32S32S32(a, b), c);
    }

    public static int vaddS32U32U32(int a, int b) {
        return (int) VideoOperation.ADD.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vaddSatS32U32U32(int a, int b) {
        return Video.clampS32(VideoOperation.ADD.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vaddAddS32U32U32(int a, int b, int c) {
        return vaddS32U32U32(a, b) + c;
    }

    public static int vaddMinS32U32U32(int a, int b, int c) {
        return Integers32.minS32(vaddS32U32U32(a, b), c);
    }

    public static int vaddMaxS32U32U32(int a, int b, int c) {
        return Integers32.maxS32(vaddS32U32U32(a, b), c);
    }

    public static int vsubU32U32U32(int a, int b) {
        return (int) VideoOperation.SUBTRACT.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vsubSatU32U32U32(int a, int b) {
        return Video.clampU32(VideoOperation.SUBTRACT.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vsubAddU32U32U32(int a, int b, int c) {
        return vsubU32U32U32(a, b) + c;
    }

    public static int vsubMinU32U32U32(int a, int b, int c) {
        return Integers32.minU32(vsubU32U32U32(a, b), c);
    }

    public static int vsubMaxU32U32U32(int a, int b, int c) {
        return Integers32.maxU32(vsubU32U32U32(a, b), c);
    }

    public static int vsubS32S32S32(int a, int b) {
        return (int) VideoOperation.SUBTRACT.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vsubSatS32S32S32(int a, int b) {
        return Video.clampS32(VideoOperation.SUBTRACT.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vsubAddS32S32S32(int a, int b, int c) {
        return vsubS32S32S32(a, b) + c;
    }

    public static int vsubMinS32S32S32(int a, int b, int c) {
        return Integers32.minS32(vsubS32S32S32(a, b), c);
    }

    public static int vsubMaxS32S32S32(int a, int b, int c) {
        return Integers32.maxS32(vsubS32S32S32(a, b), c);
    }

    public static int vsubU32S32S32(int a, int b) {
        return (int) VideoOperation.SUBTRACT.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vsubSatU32S32S32(int a, int b) {
        return Video.clampU32(VideoOperation.SUBTRACT.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vsubAddU32S32S32(int a, int b, int c) {
        return vsubU32S32S32(a, b) + c;
    }

    public static int vsubMinU32S32S32(int a, int b, int c) {
        return Integers32.minU32(vsubU32S32S32(a, b), c);
    }

    public static int vsubMaxU32S32S32(int a, int b, int c) {
        return Integers32.maxU32(vsubU32S32S32(a, b), c);
    }

    public static int vsubS32U32U32(int a, int b) {
        return (int) VideoOperation.SUBTRACT.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vsubSatS32U32U32(int a, int b) {
        return Video.clampS32(VideoOperation.SUBTRACT.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vsubAddS32U32U32(int a, int b, int c) {
        return vsubS32U32U32(a, b) + c;
    }

    public static int vsubMinS32U32U32(int a, int b, int c) {
        return Integers32.minS32(vsubS32U32U32(a, b), c);
    }

    public static int vsubMaxS32U32U32(int a, int b, int c) {
        return Integers32.maxS32(vsubS32U32U32(a, b), c);
    }

    public static int vabsdiffU32U32U32(int a, int b) {
        return (int) VideoOperation.DISTANCE.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vabsdiffSatU32U32U32(int a, int b) {
        return Video.clampU32(VideoOperation.DISTANCE.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vabsdiffAddU32U32U32(int a, int b, int c) {
        return vabsdiffU32U32U32(a, b) + c;
    }

    public static int vabsdiffMinU32U32U32(int a, int b, int c) {
        return Integers32.minU32(vabsdiffU32U32U32(a, b), c);
    }

    public static int vabsdiffMaxU32U32U32(int a, int b, int c) {
        return Integers32.maxU32(vabsdiffU32U32U32(a, b), c);
    }

    public static int vabsdiffS32S32S32(int a, int b) {
        return (int) VideoOperation.DISTANCE.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vabsdiffSatS32S32S32(int a, int b) {
        return Video.clampS32(VideoOperation.DISTANCE.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vabsdiffAddS32S32S32(int a, int b, int c) {
        return vabsdiffS32S32S32(a, b) + c;
    }

    public static int vabsdiffMinS32S32S32(int a, int b, int c) {
        return Integers32.minS32(vabsdiffS32S32S32(a, b), c);
    }

    public static int vabsdiffMaxS32S32S32(int a, int b, int c) {
        return Integers32.maxS32(vabsdiffS32S32S32(a, b), c);
    }

    public static int vabsdiffU32S32S32(int a, int b) {
        return (int) VideoOperation.DISTANCE.of(Video.wideS(a), Video.wideS(b));
    }

    public static int vabsdiffSatU32S32S32(int a, int b) {
        return Video.clampU32(VideoOperation.DISTANCE.of(Video.wideS(a), Video.wideS(b)));
    }

    public static int vabsdiffAddU32S32S32(int a, int b, int c) {
        return vabsdiffU32S32S32(a, b) + c;
    }

    public static int vabsdiffMinU32S32S32(int a, int b, int c) {
        return Integers32.minU32(vabsdiffU32S32S32(a, b), c);
    }

    public static int vabsdiffMaxU32S32S32(int a, int b, int c) {
        return Integers32.maxU32(vabsdiffU32S32S32(a, b), c);
    }

    public static int vabsdiffS32U32U32(int a, int b) {
        return (int) VideoOperation.DISTANCE.of(Video.wideU(a), Video.wideU(b));
    }

    public static int vabsdiffSatS32U32U32(int a, int b) {
        return Video.clampS32(VideoOperation.DISTANCE.of(Video.wideU(a), Video.wideU(b)));
    }

    public static int vabsdiffAddS32U32U32(int a, int b, int c) {
        return vabsdiffS32U32U32(a, b) + c;
    }

    public static int vabsdiffMinS32U32U32(int a, int b, int c) {
        return Integers32.minS32(vabsdiffS32U32U32(a, b), c);
    }

    public static int vabsdiffMaxS32U32U32(int a, int b, int c) {
        return Integers32.maxS32(vabsdiffS32U32U32(a, b), c);
    }
}
