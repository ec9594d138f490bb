package dev.hira.sim.ops.integer;

/**
 * The 64 bits of an mbarrier object, and of what an arrival gives to wait for. PTX leaves them to
 * the device.
 *
 * <pre>
 *    63      62     61    60            40  39            20  19             0
 *  +-------+------+-----+----------------+-----------------+-----------------+
 *  | phase | here |  0  | bytes to come  | expected        | pending         |
 *  |       |      |     | of this phase, | arrivals of     | arrivals of     |
 *  |       |      |     | signed         | the next phases | this phase      |
 *  +-------+------+-----+----------------+-----------------+-----------------+
 * </pre>
 *
 * <p>A phase ends when no arrival is pending and no byte is to come; the next one then begins with
 * as many arrivals as are expected. What was never initialized, or no longer is, lacks the bit that
 * says so.
 */
public final class MbarrierLayout {
    /** The most arrivals, and the most bytes to come or too many. */
    public static final int MOST = (1 << 20) - 1;

    private static final int EXPECTED_AT = 20;
    private static final int BYTES_AT = 40;
    private static final int BYTES_BITS = 21;
    private static final int PHASE_AT = 63;
    private static final long HERE = 1L << 62;

    private MbarrierLayout() {}

    /** An object in its first phase; 0 when there cannot be one of so many arrivals. */
    public static long mbarrierInit(int count) {
        return count < 1 || count > MOST ? 0 : of(0, count, count, 0);
    }

    /** How many arrivals were pending. */
    public static int mbarrierPending(long object) {
        return (int) object & MOST;
    }

    /** Whether the phase has ended in which an arrival was made. */
    public static boolean mbarrierPassed(long object, long arrival) {
        return phase(object) != phase(arrival);
    }

    /** Whether the last phase of this parity has ended. */
    public static boolean mbarrierPassedParity(long object, int parity) {
        return phase(object) != (parity & 1);
    }

    /** Whether there is an object. */
    public static boolean isHere(long object) {
        return (object & HERE) != 0;
    }

    /** How many arrivals the phases that follow expect. */
    public static int expected(long object) {
        return (int) (object >>> EXPECTED_AT) & MOST;
    }

    /** How many bytes are to come in this phase. */
    public static int bytes(long object) {
        int above = Long.SIZE - BYTES_AT - BYTES_BITS;
        return (int) (object << above >> (Long.SIZE - BYTES_BITS));
    }

    /** The object with other counts, in the next phase when this one has ended with them. */
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
