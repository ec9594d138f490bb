package dev.hira.sim.ops.integer;

/**
 * The 64 bits of an mbarrier object, and of the state that an arrival returns. PTX leaves them to
 * the device.
 *
 * <pre>
 *    63      62     61    60            40  39            20  19             0
 *  +-------+------+-----+----------------+-----------------+-----------------+
 *  | phase | here |  0  | outstanding    | expected        | pending         |
 *  |       |      |     | bytes of this  | arrivals of     | arrivals of     |
 *  |       |      |     | phase, signed  | the next phases | this phase      |
 *  +-------+------+-----+----------------+-----------------+-----------------+
 * </pre>
 *
 * <p>A phase ends when no arrival is pending and no byte is outstanding; the next phase then begins
 * with the expected number of arrivals. A word that was never initialized, or has been invalidated,
 * lacks the bit "here".
 */
public final class MbarrierLayout {
    /** The largest number of arrivals, and the largest magnitude of the outstanding bytes. */
    public static final int MOST_ARRIVALS = (1 << 20) - 1;

    private static final int EXPECTED_AT = 20;
    private static final int BYTES_AT = 40;
    private static final int BYTES_BITS = 21;
    private static final int PHASE_AT = 63;
    private static final long HERE = 1L << 62;

    private MbarrierLayout() {}

    /** Returns an object in its first phase, or 0 when it cannot count so many arrivals. */
    public static long mbarrierInit(int count) {
        return count < 1 || count > MOST_ARRIVALS ? 0 : of(0, count, count, 0);
    }

    /** The number of pending arrivals. */
    public static int mbarrierPending(long object) {
        return (int) object & MOST_ARRIVALS;
    }

    /** Returns whether the phase of an arrival has ended. */
    public static boolean mbarrierPassed(long object, long arrival) {
        return phase(object) != phase(arrival);
    }

    /** Returns whether the last phase of this parity has ended. */
    public static boolean mbarrierPassedParity(long object, int parity) {
        return phase(object) != (parity & 1);
    }

    /** Returns whether the word holds an mbarrier object. */
    public static boolean isHere(long object) {
        return (object & HERE) != 0;
    }

    /** The number of arrivals that later phases expect. */
    public static int expected(long object) {
        return (int) (object >>> EXPECTED_AT) & MOST_ARRIVALS;
    }

    /** The number of bytes outstanding in this phase. */
    public static int bytes(long object) {
        int above = Long.SIZE - BYTES_AT - BYTES_BITS;
        return (int) (object << above >> (Long.SIZE - BYTES_BITS));
    }

    /**
     * Returns the object with other counts; it enters the next phase when these end the present
     * one.
     */
    public static long with(long object, int pending, int expected, int bytes) {
        return pending == 0 && bytes == 0
                ? of(phase(object) ^ 1, expected, expected, 0)
                : of(phase(object), pending, expected, bytes);
    }

    private static int phase(long object) {
        return (int) (object >>> PHASE_AT);
    }

    private static long of(int phase, int pending, int expected, int bytes) {
        long masked = bytes & ((1L << BYTES_BITS) - 1);
        return (long) phase << PHASE_AT
                | HERE
                | masked << BYTES_AT
                | (long) expected << EXPECTED_AT
                | pending;
    }
}
