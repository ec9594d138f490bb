package dev.hira.router.judge.count;

/**
 * The buckets of a histogram of waits: each up to twice as long as the one before, from
 * 2<sup>14</sup> ns (16 µs) to 2<sup>35</sup> ns (34 s), and one for longer waits.
 */
public final class WaitBuckets {
    private static final int FIRST = 14;

    /** Number of buckets. */
    public static final int COUNT = 23;

    private WaitBuckets() {}

    /** Returns the bucket of a wait. */
    static int of(long nanos) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(1, nanos) - 1);
        return Math.clamp(bits - FIRST, 0, COUNT - 1);
    }

    /** Returns the longest wait of a bucket, in nanoseconds; {@link Long#MAX_VALUE}: no bound. */
    public static long bound(int bucket) {
        return bucket == COUNT - 1 ? Long.MAX_VALUE : 1L << (bucket + FIRST);
    }
}
