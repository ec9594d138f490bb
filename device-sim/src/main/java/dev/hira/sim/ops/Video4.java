package dev.hira.sim.ops;

/**
 * Video instructions on the four bytes of words: results beside each other, clamped or not, or
 * their sum and c.
 */
public final class Video4 {
    private Video4() {}

    public static int vadd4U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.ADD, a, b);
    }

    public static int vadd4SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.clamped(VideoOperation.ADD, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vadd4AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.ADD, a, b);
    }

    public static int vadd4S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.ADD, a, b);
    }

    public static int vadd4SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.ADD, VideoLanes.SIGNED8, a, b);
    }

    public static int vadd4AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.ADD, a, b);
    }

    public static int vadd4U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.ADD, a, b);
    }

    public static int vadd4SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.ADD, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vadd4AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.ADD, a, b);
    }

    public static int vsub4U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub4SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.clamped(VideoOperation.SUBTRACT, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vsub4AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub4S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub4SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.SUBTRACT, VideoLanes.SIGNED8, a, b);
    }

    public static int vsub4AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub4U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.SUBTRACT, a, b);
    }

    public static int vsub4SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.SUBTRACT, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vsub4AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.SUBTRACT, a, b);
    }

    public static int vavrg4U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg4SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.clamped(VideoOperation.AVERAGE, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vavrg4AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg4S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg4SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.AVERAGE, VideoLanes.SIGNED8, a, b);
    }

    public static int vavrg4AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg4U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.AVERAGE, a, b);
    }

    public static int vavrg4SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.AVERAGE, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vavrg4AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.AVERAGE, a, b);
    }

    public static int vabsdiff4U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff4SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.clamped(VideoOperation.DISTANCE, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vabsdiff4AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff4S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff4SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.DISTANCE, VideoLanes.SIGNED8, a, b);
    }

    public static int vabsdiff4AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff4U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.DISTANCE, a, b);
    }

    public static int vabsdiff4SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.DISTANCE, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vabsdiff4AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.DISTANCE, a, b);
    }

    public static int vmin4U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.MIN, a, b);
    }

    public static int vmin4SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.clamped(VideoOperation.MIN, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vmin4AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.MIN, a, b);
    }

    public static int vmin4S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.MIN, a, b);
    }

    public static int vmin4SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.MIN, VideoLanes.SIGNED8, a, b);
    }

    public static int vmin4AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.MIN, a, b);
    }

    public static int vmin4U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.MIN, a, b);
    }

    public static int vmin4SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.MIN, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vmin4AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.MIN, a, b);
    }

    public static int vmax4U32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.MAX, a, b);
    }

    public static int vmax4SatU32U32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.clamped(VideoOperation.MAX, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vmax4AddU32U32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.MAX, a, b);
    }

    public static int vmax4S32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.MAX, a, b);
    }

    public static int vmax4SatS32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.MAX, VideoLanes.SIGNED8, a, b);
    }

    public static int vmax4AddS32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.MAX, a, b);
    }

    public static int vmax4U32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.MAX, a, b);
    }

    public static int vmax4SatU32S32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.clamped(VideoOperation.MAX, VideoLanes.UNSIGNED8, a, b);
    }

    public static int vmax4AddU32S32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.MAX, a, b);
    }
}
