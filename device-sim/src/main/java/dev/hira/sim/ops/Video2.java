package dev.hira.sim.ops;

/**
 * Video instructions on the two halves of words: results beside each other, clamped or not, or
 * their sum and c.
 */
public final class Video2 {
    private Video2() {}

    public static int vadd2U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.ADD, a, b);
    }

    public static int vadd2SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.clamped(VideoOperation.ADD, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vadd2AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.ADD, a, b);
    }

    public static int vadd2S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.ADD, a, b);
    }

    public static int vadd2SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.ADD, VideoLanes.SIGNED16, a, b);
    }

    public static int vadd2AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.ADD, a, b);
    }

    public static int vadd2U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.ADD, a, b);
    }

    public static int vadd2SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.ADD, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vadd2AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.ADD, a, b);
    }

    public static int vsub2U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub2SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.clamped(VideoOperation.SUBTRACT, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vsub2AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub2S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub2SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.SUBTRACT, VideoLanes.SIGNED16, a, b);
    }

    public static int vsub2AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub2U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub2SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.SUBTRACT, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vsub2AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.SUBTRACT, a, b);
    }

    public static int vavrg2U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg2SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.clamped(VideoOperation.AVERAGE, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vavrg2AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg2S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg2SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.AVERAGE, VideoLanes.SIGNED16, a, b);
    }

    public static int vavrg2AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg2U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg2SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.AVERAGE, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vavrg2AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.AVERAGE, a, b);
    }

    public static int vabsdiff2U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff2SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.clamped(VideoOperation.DISTANCE, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vabsdiff2AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff2S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff2SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.DISTANCE, VideoLanes.SIGNED16, a, b);
    }

    public static int vabsdiff2AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff2U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff2SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.DISTANCE, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vabsdiff2AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.DISTANCE, a, b);
    }

    public static int vmin2U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.MIN, a, b);
    }

    public static int vmin2SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.clamped(VideoOperation.MIN, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vmin2AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.MIN, a, b);
    }

    public static int vmin2S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.MIN, a, b);
    }

    public static int vmin2SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.MIN, VideoLanes.SIGNED16, a, b);
    }

    public static int vmin2AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.MIN, a, b);
    }

    public static int vmin2U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.MIN, a, b);
    }

    public static int vmin2SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.MIN, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vmin2AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.MIN, a, b);
    }

    public static int vmax2U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.MAX, a, b);
    }

    public static int vmax2SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.clamped(VideoOperation.MAX, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vmax2AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.MAX, a, b);
    }

    public static int vmax2S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.MAX, a, b);
    }

    public static int vmax2SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.MAX, VideoLanes.SIGNED16, a, b);
    }

    public static int vmax2AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.MAX, a, b);
    }

    public static int vmax2U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.MAX, a, b);
    }

    public static int vmax2SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.clamped(VideoOperation.MAX, VideoLanes.UNSIGNED16, a, b);
    }

    public static int vmax2AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.MAX, a, b);
    }
}
