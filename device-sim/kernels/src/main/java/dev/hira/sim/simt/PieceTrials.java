package dev.hira.sim.simt;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Decides for one piece whether its threads run one by one or in groups, by the time per thread.
 *
 * <p>A trial consists of rounds of whole calls, each of which runs in one of the two ways. After a
 * round the way with the lower median is preferred; once two rounds in a row agree on the ratio of
 * the medians, the choice stands until the piece has run for ten times as long. Another trial
 * follows then, since loops may have become longer and memory fuller. A trial starts earlier when
 * groups become slower than single threads were: the JVM may compile code again, with a worse
 * result.
 *
 * <p>Code that the JVM has not compiled takes hundreds of times as long, and the JVM may drop
 * compiled code at any time. Groups therefore begin with a small part of a call; the part grows
 * with each run that is not far too slow, and becomes small again after one that is. A trial pauses
 * while trials have lost more than the geometric mean of a millisecond and the piece's total time:
 * 3 % of a second, 1 % of ten seconds. The first slow calls count for less than they took: they may
 * have loaded classes, and their code is soon compiled.
 */
final class PieceTrials {
    /** Groups in the first part. */
    private static final int FIRST = 2;

    /** Growth of a part after a run that was not too slow, and the largest part. */
    private static final int GROWTH = 8;

    private static final int LARGEST = 1 << 20;

    /** Whole calls of each way in a round. */
    private static final int ROUND = 8;

    /** Rounds agree if their ratios differ by at most this factor. */
    private static final double AGREE = 1.25;

    /**
     * Groups whose time exceeds this multiple of the scalar time plus {@link #CALL} are not
     * compiled yet.
     */
    private static final double FAR = 2;

    /** The same limit for preferred groups; it is higher since threads differ. */
    private static final double FAR_WHERE_PREFERRED = 8;

    private static final long CALL = 10_000;

    /** The next trial begins when the piece has run for this many times as long. */
    private static final int AGAIN = 10;

    /**
     * Trials may lose the geometric mean of this (ns) and the total time; also the limit on the
     * counted time of the first slow call.
     */
    private static final double MILLI = 1_000_000;

    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    private final Durations alone = new Durations();
    private volatile boolean prefersGroups;

    @GuardedBy("this")
    private double total;

    @GuardedBy("this")
    private double lost;

    /** The total at which the next trial begins. */
    @GuardedBy("this")
    private double nextTrial;

    /** The most groups of a call that may run. */
    @GuardedBy("this")
    private int part = FIRST;

    /**
     * Limit on the counted time of the next slow call (ns); doubles with each in a row that
     * exceeded it.
     */
    @GuardedBy("this")
    private double most = MILLI;

    @GuardedBy("this")
    private Round round = new Round();

    /** The ratio of the previous round; 0 in the first one. */
    @GuardedBy("this")
    private double ratioBefore;

    /** Times per thread in groups since the last trial. */
    @GuardedBy("this")
    private Durations kept = new Durations();

    @GuardedBy("this")
    private long tossed;

    /** Times per thread in whole calls of one round. */
    private static final class Round {
        private final Durations alone = new Durations();
        private final Durations inGroups = new Durations();

        boolean isOver() {
            return Math.min(alone.count(), inGroups.count()) >= ROUND;
        }

        double ratio() {
            return inGroups.median() / alone.median();
        }
    }

    boolean prefersGroups() {
        return prefersGroups;
    }

    /** Returns how many of the threads to run in groups; the caller runs the others one by one. */
    synchronized int threadsInGroups(int threads, int lanes) {
        int most = (int) Math.min(threads, (long) part * lanes);
        if (!trying() || pauses()) {
            return prefersGroups ? most : 0;
        }
        if (alone.count() == 0) {
            return 0;
        }
        return most < threads || toss() ? most : 0;
    }

    private synchronized boolean trying() {
        return total >= nextTrial;
    }

    private synchronized boolean pauses() {
        return lost * lost > MILLI * total;
    }

    /** Alternates without a period, as calls of different kinds could have the same period. */
    private synchronized boolean toss() {
        return ((tossed++ * GOLDEN_RATIO) >>> 63) == 0;
    }

    /**
     * Records threads that ran in groups.
     *
     * @param whole whether they were all threads of a call
     * @return whether the JVM seems not to have compiled their code
     */
    synchronized boolean groupsRan(long nanos, int threads, boolean whole) {
        total += nanos;
        double more = nanos - threads * alone.median();
        double far = prefersGroups ? FAR_WHERE_PREFERRED : FAR;
        if (nanos > far * (nanos - more) + CALL) {
            wereSlow(more);
            return true;
        }
        most = MILLI;
        if (trying() && !prefersGroups) {
            lost += Math.max(0, more);
        }
        if (!whole) {
            part = Math.min(GROWTH * part, LARGEST);
        } else if (trying()) {
            round.inGroups.add((double) nanos / threads);
            endIfOver();
        } else {
            watch((double) nanos / threads);
        }
        return false;
    }

    /** Schedules a trial if the preferred groups have become slower than single threads. */
    private synchronized void watch(double nanos) {
        kept.add(nanos);
        if (kept.count() >= ROUND && kept.median() > alone.median()) {
            nextTrial = 0;
            kept = new Durations();
        }
    }

    /**
     * Returns to a small part. The host may have interrupted a larger part; a slow small part means
     * that the code is not compiled.
     */
    private synchronized void wereSlow(double more) {
        if (part == FIRST || !prefersGroups) {
            lost += Math.min(more, most);
            most = more > most ? 2 * most : most;
        }
        if (part == FIRST) {
            prefersGroups = false;
            nextTrial = 0;
        }
        part = FIRST;
    }

    /**
     * Records threads that ran one by one.
     *
     * @param whole whether they were all threads of a call
     */
    synchronized void scalarRan(long nanos, int threads, boolean whole) {
        total += nanos;
        alone.add((double) nanos / threads);
        if (!whole || !trying()) {
            return;
        }
        if (prefersGroups && round.inGroups.count() > 0) {
            lost += Math.max(0, nanos - threads * round.inGroups.median());
        }
        round.alone.add((double) nanos / threads);
        endIfOver();
    }

    private synchronized void endIfOver() {
        if (!round.isOver()) {
            return;
        }
        double ratio = round.ratio();
        double change = ratio / ratioBefore;
        boolean agrees = ratio < FAR && change < AGREE && change > 1 / AGREE;
        prefersGroups = ratio < 1;
        nextTrial = agrees ? AGAIN * total : 0;
        ratioBefore = agrees ? 0 : ratio;
        round = new Round();
        kept = new Durations();
    }

    /** Records time that passed between two measured calls. */
    synchronized void passed(long nanos) {
        total += nanos;
    }

    /** Returns whether each call must be measured for now. */
    synchronized boolean looksCloser() {
        return prefersGroups ? part == FIRST || trying() : trying() && !pauses();
    }
}
