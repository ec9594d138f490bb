package dev.hira.sim.simt;

/**
 * How fast the threads of a piece are one by one and in groups, and what follows from that. Several
 * threads of the host may use it at the same time; what gets lost then does not matter.
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

    /** Trials in a row that must be faster. */
    private static final int ENOUGH = 4;

    /** How much faster groups must be to be preferred, and slower to be so no more. */
    private static final double CLEARLY = 1.1;

    /** Once in so many times the other way is measured again. */
    private static final int AGAIN = 256;

    /** What a trial should take, in nanoseconds. */
    private static final double TRIAL = 20_000;

    /**
     * Groups of a trial at least. If there was only one, the JVM would take it for certain that no
     * group follows another, and drop its code as soon as one does.
     */
    private static final int FEWEST = 4;

    private static final double WEIGHT = 1.0 / 8;

    private volatile double scalarNanos;
    private volatile double groupNanos;
    private volatile long total;
    private volatile long tried;
    private volatile int trials;
    private volatile int retries;
    private volatile int wins;
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
        if (scalarNanos == 0 || tried > total * (isEarly() ? EARLY_TRIALS : LATE_TRIALS)) {
            return 0;
        }
        double wanted = groupNanos == 0 ? 0 : TRIAL / groupNanos;
        return (int) Math.min(Math.max(wanted, FEWEST * lanes), threads);
    }

    private boolean isEarly() {
        return tried < EARLY || (trials < LEARNT && tried < LATEST);
    }

    /** Takes note of threads that ran in groups. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void groupsRan(long nanos, int threads) {
        double each = (double) nanos / threads;
        groupNanos = mean(groupNanos, each);
        if (prefersGroups) {
            if (scalarNanos > 0 && groupNanos > scalarNanos * CLEARLY) {
                prefersGroups = false;
                wins = 0;
                tryAnew();
            }
            return;
        }
        trials++;
        tried += nanos;
        total += nanos;
        wins = each * CLEARLY < scalarNanos ? wins + 1 : 0;
        if (wins >= ENOUGH) {
            groupNanos = each;
            prefersGroups = true;
        }
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
        scalarNanos = mean(scalarNanos, (double) nanos / threads);
    }

    /** A mean in which older numbers count less; one that is far off counts no more than others. */
    private static double mean(double before, double now) {
        return before == 0 ? now : before + (Math.min(now, 4 * before) - before) * WEIGHT;
    }
}
