package dev.hira.sim.simt;

/**
 * A comparison of both ways to run a piece: each of some calls goes one way or the other as a
 * whole, as a coin says. So both ways have calls of all kinds and of the same minutes: what a busy
 * host does, and that threads and calls differ from each other, befalls both alike. Several threads
 * of the host may use it at the same time; what gets lost then does not matter.
 */
final class Match {
    /** Calls that are enough in any case, and when one way is by far the faster. */
    private static final int ENOUGH = 32;

    private static final int ENOUGH_FOR_TWICE = 16;
    private static final int ENOUGH_FOR_THRICE = 8;

    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    private final Side alone = new Side();
    private final Side inGroups = new Side();
    private volatile long tossed;

    /** What one way has taken. */
    private static final class Side {
        private final Durations threads = new Durations();
        private volatile long nanos;
        private volatile long count;

        @SuppressWarnings("NonAtomicVolatileUpdate") // what gets lost does not matter
        private void ran(long taken, int ran) {
            threads.add((double) taken / ran);
            nanos += taken;
            count += ran;
        }

        /** How much longer it has taken than it would have the other way. */
        private long lost(Side other) {
            return nanos - (long) (count * other.threads.median());
        }
    }

    /** Whether the next call is to run in groups. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    boolean toss() {
        return ((tossed++ * GOLDEN_RATIO) >>> 63) == 0;
    }

    void aloneRan(long nanos, int threads) {
        alone.ran(nanos, threads);
    }

    void groupsRan(long nanos, int threads) {
        inGroups.ran(nanos, threads);
    }

    /** Whether there were calls enough. */
    boolean over() {
        int calls = Math.min(alone.threads.count(), inGroups.threads.count());
        if (calls >= ENOUGH || calls < ENOUGH_FOR_THRICE) {
            return calls >= ENOUGH;
        }
        double ratio = ratio();
        double far = Math.max(ratio, 1 / ratio);
        return far > 3 || (far > 2 && calls >= ENOUGH_FOR_TWICE);
    }

    /** What part of the other way's time groups take. */
    double ratio() {
        return inGroups.threads.median() / alone.threads.median();
    }

    /** What a thread takes that runs by itself. */
    double aloneNanos() {
        return alone.threads.median();
    }

    /** How many nanoseconds groups have lost. */
    long lostInGroups() {
        return inGroups.lost(alone);
    }

    /** How many nanoseconds threads have lost that ran one by one. */
    long lostAlone() {
        return alone.lost(inGroups);
    }
}
