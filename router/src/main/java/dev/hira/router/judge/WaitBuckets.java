package dev.hira.router.judge;

/**
 * The buckets in which waits are counted: each up to twice as long as the one before, from 2<sup>14
 * </sup> ns (16 µs) to 2<sup>35</sup> ns (34 s), and one for what is longer.
 */
public final class WaitBuckets {
    private static final int FIRST = 14;

    /** How many there are. */
    public static final int COUNT = 23;

    private WaitBuckets() {}

    /** The bucket of a wait. */
    static int of(long nanos) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, nanos) - 1);
        return Math.clamp(bits - FIRST, 0, COUNT - 1);
    }

    /** The longest wait that is in a bucket, in nanoseconds; {@link Long#MAX_VALUE}: any. */
    public static long bound(int bucket) {
        return bucket == COUNT - 1 ? Long.MAX_VALUE : 1L << (bucket + FIRST);
    }
}
