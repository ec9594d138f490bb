package dev.hira.sim.simt;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/**
 * Decides for a piece whether its threads run one by one or in groups, by the time that a thread
 * takes.
 *
 * <p>A trial consists of rounds of whole calls, each of which goes one way or the other. After a
 * round the faster way is preferred, by the medians; once two rounds in a row agree on their ratio,
 * it is kept until the piece has run for ten times as long. Then there is another trial, since
 * loops may have become longer and memory fuller. There is one earlier when groups become slower
 * than single threads were: the JVM may compile code again, and worse.
 *
 * <p>Code that the JVM has not compiled takes hundreds of times as long, and the JVM may drop
 * compiled code at any time. So groups begin with a small part of a call, which grows each time
 * that they do not take far too long; when they do, it is small again. A trial pauses while trials
 * have lost more than the geometric mean of a millisecond and the time that the piece has run: 3 %
 * of a second, 1 % of ten seconds. The first slow calls count for less than they took: they may
 * have loaded classes, and code is soon compiled.
 */
final class Score {
    /** Groups of the first part. */
    private static final int FIRST = 2;

    /** By how much parts grow that were not too slow, and how many groups are enough. */
    private static final int GROWTH = 8;

    private static final int LARGEST = 1 << 20;

    /** Whole calls of each way that make a round. */
    private static final int ROUND = 8;

    /** By how much the ratios of two rounds may differ that agree. */
    private static final double AGREE = 1.25;

    /** Groups that take so many times as long, and what a call costs, are not compiled yet. */
    private static final double FAR = 2;

    /** The same for groups that are preferred, since threads differ. */
    private static final double FAR_WHERE_PREFERRED = 8;

    private static final long CALL = 10_000;

    /** How many times as long a piece has run at its next trial. */
    private static final int AGAIN = 10;

    /** What trials may lose of as many nanoseconds; the first slow call counts for no more. */
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

    /** How many groups may run of a call. */
    @GuardedBy("this")
    private int part = FIRST;

    /** What the next slow call counts for at most; doubles with each in a row that took more. */
    @GuardedBy("this")
    private double most = MILLI;

    @GuardedBy("this")
    private Round round = new Round();

    /** What part of the time of one way the other took in the round before; 0 in the first one. */
    @GuardedBy("this")
    private double ratioBefore;

    /** What a thread took in groups since they are kept. */
    @GuardedBy("this")
    private Durations kept = new Durations();

    @GuardedBy("this")
    private long tossed;

    /** What a thread took in whole calls. */
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

    /** How many of some threads to run in groups; the others are run one by one. */
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

    /** Alternates without a period that calls of different kinds could have as well. */
    private synchronized boolean toss() {
        return ((tossed++ * GOLDEN_RATIO) >>> 63) == 0;
    }

    /**
     * Takes note of threads that ran in groups.
     *
     * @param whole whether they were all threads of a call
     * @return whether the JVM seems not to have compiled what they ran
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

    /** Has another trial when groups that are kept have become slower. */
    private synchronized void watch(double nanos) {
        kept.add(nanos);
        if (kept.count() >= ROUND && kept.median() > alone.median()) {
            nextTrial = 0;
            kept = new Durations();
        }
    }

    /**
     * Begins with a small part again. A larger one may have been interrupted by the host; if a
     * small one was slow, there is no compiled code.
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
     * Takes note of threads that ran one by one.
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

    /** Takes note of time that went by between two measured calls. */
    synchronized void passed(long nanos) {
        total += nanos;
    }

    /** Whether each call is to be measured for now. */
    synchronized boolean looksCloser() {
        return prefersGroups ? part == FIRST || trying() : trying() && !pauses();
    }
}
