package dev.hira.sim.simt;

/**
 * How fast the threads of a piece are one by one and in groups, by the medians of the latest times,
 * and what follows from that: on a busy host means say little. Several threads of the host may use
 * it at the same time; what gets lost then does not matter.
 */
final class Score {
    /** What part of the time may be spent on trying groups, at first and later. */
    private static final double EARLY_TRIALS = 1.0 / 4;

    private static final double LATE_TRIALS = 1.0 / 64;

    /** What early trials may take at least and at most, in nanoseconds. */
    private static final long EARLY = 400_000_000;

    private static final long LATEST = 1_000_000_000;

    /** Trials after which the JVM has had occasion to compile what they run. */
    private static final int LEARNT = 3000;

    /** How often trials may begin anew, after groups were fast and are no more. */
    private static final int RETRIES = 4;

    /** Trials before anything is decided. */
    private static final int ENOUGH = 32;

    /** After so many measurements it is looked again which way is faster. */
    private static final int OFTEN = 16;

    /** How much faster groups must be to be preferred. */
    private static final double CLEARLY = 1.1;

    /** How much slower they must be to be so no more. */
    private static final double AT_ALL = 1.02;

    /** So often in a row they must be so much slower to be given up at once: not compiled. */
    private static final int LOST = 3;

    private static final double BY_FAR = 10;

    /** Once in so many times the other way is measured again. */
    private static final int AGAIN = 256;

    /** What a trial should take, in nanoseconds. */
    private static final double TRIAL = 20_000;

    /**
     * Groups of a trial at least. If there was only one, the JVM would take it for certain that no
     * group follows another, and drop its code as soon as one does.
     */
    private static final int FEWEST = 4;

    private final Durations alone = new Durations();
    private final Durations inGroups = new Durations();
    private volatile double aloneNanos;
    private volatile int losses;
    private volatile long total;
    private volatile long tried;
    private volatile int trials;
    private volatile int retries;
    private volatile int calls;
    private volatile boolean prefersGroups;

    boolean prefersGroups() {
        return prefersGroups;
    }

    /** How many of some threads to run in groups; the others are run one by one. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // what gets lost does not matter
    int threadsInGroups(int threads, int lanes) {
        calls++;
        if (prefersGroups) {
            return calls % AGAIN == 0 ? threads / 2 : threads;
        }
        if (alone.count() == 0 || tried > total * (isEarly() ? EARLY_TRIALS : LATE_TRIALS)) {
            return 0;
        }
        double wanted = inGroups.count() == 0 ? 0 : TRIAL / inGroups.last();
        return (int) Math.min(Math.max(wanted, FEWEST * lanes), threads);
    }

    private boolean isEarly() {
        return tried < EARLY || (trials < LEARNT && tried < LATEST);
    }

    /** Takes note of threads that ran in groups. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void groupsRan(long nanos, int threads) {
        inGroups.add((double) nanos / threads);
        if (prefersGroups) {
            if (areSlower()) {
                prefersGroups = false;
                losses = 0;
                inGroups.clear();
                tryAnew();
            }
            return;
        }
        trials++;
        tried += nanos;
        total += nanos;
        int count = inGroups.count();
        if (count >= ENOUGH && count % OFTEN == 0) {
            aloneNanos = alone.median();
            prefersGroups = inGroups.median() * CLEARLY < aloneNanos;
        }
    }

    /** Whether groups, which are preferred, are slower at last. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private boolean areSlower() {
        losses = inGroups.last() > aloneNanos * BY_FAR ? losses + 1 : 0;
        if (losses >= LOST) {
            return true;
        }
        if (inGroups.count() % OFTEN != 0) {
            return false;
        }
        aloneNanos = alone.median();
        return inGroups.median() > aloneNanos * AT_ALL;
    }

    /** Forgets what trials have taken: the JVM has most likely dropped code that was fast. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void tryAnew() {
        if (retries < RETRIES) {
            retries++;
            trials = 0;
            tried = 0;
            total = 0;
        }
    }

    /** Takes note of threads that ran one by one. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void scalarRan(long nanos, int threads) {
        total += nanos;
        alone.add((double) nanos / threads);
    }
}
