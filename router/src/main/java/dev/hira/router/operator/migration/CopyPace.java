package dev.hira.router.operator.migration;

import dev.hira.router.operator.migration.MigrationReport.CopyAhead;
import java.time.Duration;

/**
 * The rounds of a migration that copy memory while the VM runs. Rounds go on as long as each leaves
 * clearly less than the one before. If one does not, and the rest would take too long while
 * commands are held, the VM writes memory faster than it can be copied: its work is slowed down,
 * twice as much with each such round, until the rest is short or the slowdown is the greatest.
 */
final class CopyPace {
    /** Rounds end when the rest can be copied in this time. */
    private static final long SHORT_NANOS = Duration.ofMillis(5).toNanos();

    /** The most rounds if the rest is short enough for a hold. */
    private static final int MOST_ROUNDS = 10;

    static final int MOST_SLOWDOWN = 64;

    private final long mostRest;
    private CopyAhead ahead = CopyAhead.NONE;
    private int slowdown = 1;
    private boolean over;

    /**
     * @param hold the longest that commands may be held; the rest is to take at most half of it
     */
    CopyPace(Duration hold) {
        this.mostRest = hold.toNanos() / 2;
    }

    /** Whether another round pays. */
    boolean goesOn() {
        return !over;
    }

    /** Begins a round; returns what is known of the copy. */
    CopyAhead begin() {
        ahead = new CopyAhead(ahead.round() + 1, ahead.pending(), ahead.rate(), slowdown);
        return ahead;
    }

    /**
     * Ends the round; returns what is known of the copy now.
     *
     * @param copied the bytes that the round copied in this many nanoseconds
     * @param pending about the bytes that are left
     */
    CopyAhead end(long copied, long nanos, long pending) {
        long before = ahead.pending();
        long rate = (long) (copied * 1e9 / Math.max(1, nanos));
        boolean first = ahead.round() == 1;
        ahead = new CopyAhead(ahead.round(), pending, rate, slowdown);
        boolean pays = first || pending < before / 4 * 3;
        boolean shortEnough = ahead.leftNanos() <= mostRest;
        boolean suffices = shortEnough && (!pays || ahead.round() >= MOST_ROUNDS);
        if (ahead.leftNanos() <= SHORT_NANOS || suffices) {
            over = true;
        } else if (!pays) {
            slowDown();
        }
        return ahead;
    }

    private void slowDown() {
        over = slowdown == MOST_SLOWDOWN;
        if (!over) {
            slowdown *= 2;
        }
    }
}
