package dev.hira.sim.simt;

import org.jspecify.annotations.Nullable;

/**
 * Which way a piece is run: one by one or in groups, and when it is tried again. At first, and
 * whenever groups have lost, a few of them run as a probe now and then. If that does not take many
 * times as long, both ways have a {@link Match}. What tries lose against the faster way decides how
 * long there is rest afterwards, and rests become longer: trying costs a few hundredths of the time
 * at first, less than one while the JVM compiles, and a thousandth in the end. Several threads of
 * the host may use it at the same time; what gets lost then does not matter.
 */
final class Score {
    /**
     * Groups of a probe. If there was only one, the JVM might take it for certain that no group
     * follows another, and drop its code as soon as one does.
     */
    private static final int PROBED = 2;

    /** What takes so many times as long, and what a call costs, is most likely not compiled. */
    private static final double BY_FAR = 10;

    private static final long CALL = 10_000;

    /** Probes in a row: the first ones of code that lay idle take long, too, but never so long. */
    private static final int PROBES = 7;

    private static final long BRIEF = 500_000;

    /** How much faster groups must be to be preferred. */
    private static final double CLEARLY = 1.1;

    /** How much slower they must be to be so no more. */
    private static final double AT_ALL = 1.02;

    /** What tries count for at least, in nanoseconds. */
    private static final long LEAST = 1_000_000;

    /** What a first probe counts for at most: it may have had to load what groups need. */
    private static final long MOST_AT_FIRST = 20_000_000;

    /** How many times as long as what was lost a rest is: the first, at most, and after a win. */
    private static final int FIRST_REST = 8;

    private static final int LONGEST_REST = 1024;

    /** The same while groups are not compiled, which they may be at any moment. */
    private static final int LONGEST_COLD_REST = 128;

    private static final int WINNERS_REST = 256;

    private final Durations alone = new Durations();
    private volatile double aloneNanos;
    private volatile long total;
    private volatile long restsUntil;
    private volatile int rest = FIRST_REST;
    private volatile @Nullable Match match;
    private volatile boolean prefersGroups;
    private volatile int probes;

    /** Whether the latest probe took many times as long. */
    private volatile boolean wasSlow;

    /** Whether groups, which are preferred, have taken so long that their code may be gone. */
    private volatile boolean suspected;

    boolean prefersGroups() {
        return prefersGroups;
    }

    /** How many of some threads to run in groups; the others are run one by one. */
    int threadsInGroups(int threads, int lanes) {
        Match current = match;
        if (current != null && !suspected) {
            return current.toss() ? threads : 0;
        }
        boolean rests = total < restsUntil;
        if (prefersGroups && !suspected) {
            if (!rests) {
                match = new Match();
            }
            return threads;
        }
        if (!suspected && (rests || alone.count() == 0)) {
            return 0;
        }
        restsUntil = total + LEAST;
        return Math.min(PROBED * lanes, threads);
    }

    /**
     * Takes note of threads that ran in groups.
     *
     * @return whether the JVM seems not to have compiled what they ran
     */
    @SuppressWarnings("NonAtomicVolatileUpdate") // what gets lost does not matter
    boolean groupsRan(long nanos, int threads) {
        total += nanos;
        Match current = match;
        boolean probe = suspected || (current == null && !prefersGroups);
        if (current == null && !prefersGroups) {
            aloneNanos = alone.median();
        }
        boolean slow = nanos > threads * aloneNanos * BY_FAR + CALL;
        if (probe) {
            endProbe(nanos - (long) (threads * aloneNanos), slow);
            return slow;
        }
        suspected = slow;
        if (current != null) {
            current.groupsRan(nanos, threads);
            endIfOver(current);
        }
        return false;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void endProbe(long lost, boolean slow) {
        boolean dropped = suspected;
        suspected = false;
        if (!slow) {
            probes = 0;
            begin(dropped);
        } else if (dropped) {
            rest = FIRST_REST;
            giveUp(lost);
        } else if (lost < BRIEF && probes < PROBES) {
            probes++;
            restsUntil = total;
        } else {
            giveUp(lost);
        }
    }

    /** Has both ways compared after a probe, unless they already are or were. */
    private void begin(boolean again) {
        if (!again) {
            rest = wasSlow ? FIRST_REST : rest;
            wasSlow = false;
            match = new Match();
        }
    }

    /** Leaves groups alone for a while that are not compiled. */
    private void giveUp(long lost) {
        long counted = rest == FIRST_REST ? Math.min(lost, MOST_AT_FIRST) : lost;
        probes = 0;
        wasSlow = true;
        prefersGroups = false;
        match = null;
        rest = Math.min(rest, LONGEST_COLD_REST);
        rest(counted);
    }

    /** Takes note of threads that ran one by one. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void scalarRan(long nanos, int threads) {
        total += nanos;
        alone.add((double) nanos / threads);
        Match current = match;
        if (current != null) {
            current.aloneRan(nanos, threads);
            endIfOver(current);
        }
    }

    /** Takes note of time that went by between two measured calls. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void passed(long nanos) {
        total += nanos;
    }

    /** Whether each call is to be measured for now. */
    boolean looksCloser() {
        return match != null || suspected || probes > 0;
    }

    private void endIfOver(Match current) {
        if (!current.over()) {
            return;
        }
        aloneNanos = current.aloneNanos();
        prefersGroups = current.ratio() < (prefersGroups ? AT_ALL : 1 / CLEARLY);
        if (prefersGroups) {
            rest = FIRST_REST;
            restsUntil = total + WINNERS_REST * Math.max(LEAST, current.lostAlone());
        } else {
            rest(current.lostInGroups());
        }
        match = null;
    }

    private void rest(long lost) {
        restsUntil = total + rest * Math.max(LEAST, lost);
        rest = Math.min(2 * rest, LONGEST_REST);
    }
}
