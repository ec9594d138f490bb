package dev.hira.sim.ops;

/**
 * Video comparisons of the parts of words: ones and zeros beside each other, or their number and c.
 */
public final class VideoComparisons {
    private VideoComparisons() {}

    public static int vset2EqU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.EQUAL, a, b);
    }

    public static int vset2EqAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.EQUAL, a, b);
    }

    public static int vset2NeU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset2NeAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset2LtU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.LESS, a, b);
    }

    public static int vset2LtAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.LESS, a, b);
    }

    public static int vset2LeU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.AT_MOST, a, b);
    }

    public static int vset2LeAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.AT_MOST, a, b);
    }

    public static int vset2GtU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.GREATER, a, b);
    }

    public static int vset2GtAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.GREATER, a, b);
    }

    public static int vset2GeU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED16.merged(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset2GeAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED16.sum(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset2EqS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.EQUAL, a, b);
    }

    public static int vset2EqAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.EQUAL, a, b);
    }

    public static int vset2NeS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset2NeAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset2LtS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.LESS, a, b);
    }

    public static int vset2LtAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.LESS, a, b);
    }

    public static int vset2LeS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.AT_MOST, a, b);
    }

    public static int vset2LeAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.AT_MOST, a, b);
    }

    public static int vset2GtS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.GREATER, a, b);
    }

    public static int vset2GtAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.GREATER, a, b);
    }

    public static int vset2GeS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED16.merged(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset2GeAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED16.sum(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset4EqU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.EQUAL, a, b);
    }

    public static int vset4EqAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.EQUAL, a, b);
    }

    public static int vset4NeU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset4NeAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset4LtU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.LESS, a, b);
    }

    public static int vset4LtAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.LESS, a, b);
    }

    public static int vset4LeU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.AT_MOST, a, b);
    }

    public static int vset4LeAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.AT_MOST, a, b);
    }

    public static int vset4GtU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.GREATER, a, b);
    }

    public static int vset4GtAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.GREATER, a, b);
    }

    public static int vset4GeU32U32(int a, int b, int c) {
        return VideoLanes.UNSIGNED8.merged(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset4GeAddU32U32(int a, int b, int c) {
        return c + VideoLanes.UNSIGNED8.sum(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset4EqS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.EQUAL, a, b);
    }

    public static int vset4EqAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.EQUAL, a, b);
    }

    public static int vset4NeS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset4NeAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.DIFFERENT, a, b);
    }

    public static int vset4LtS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.LESS, a, b);
    }

    public static int vset4LtAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.LESS, a, b);
    }

    public static int vset4LeS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.AT_MOST, a, b);
    }

    public static int vset4LeAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.AT_MOST, a, b);
    }

    public static int vset4GtS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.GREATER, a, b);
    }

    public static int vset4GtAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.GREATER, a, b);
    }

    public static int vset4GeS32S32(int a, int b, int c) {
        return VideoLanes.SIGNED8.merged(VideoOperation.AT_LEAST, a, b);
    }

    public static int vset4GeAddS32S32(int a, int b, int c) {
        return c + VideoLanes.SIGNED8.sum(VideoOperation.AT_LEAST, a, b);
    }
}
