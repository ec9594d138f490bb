package dev.hira.sim.engine;

/**
 * What an engine's brief operations take, by samples: looking at the clock before and after takes
 * longer than most of them do. Belongs to whoever has the engine.
 *
 * <p>Usual is the lesser of the last two samples, so that one whose thread lost its processor in
 * the middle does not count for those that come after it.
 */
final class BriefTimes {
    /** One in so many is timed. */
    static final int EVERY = 8;

    private int untilNext;
    private long last = Long.MAX_VALUE;
    private long usual;

    /** Whether the next operation is to be timed; asked once for each. */
    boolean due() {
        if (untilNext > 0) {
            untilNext--;
            return false;
        }
        untilNext = EVERY - 1;
        return true;
    }

    /** An operation was timed. */
    void sample(long nanos) {
        usual = Math.min(last, nanos);
        last = nanos;
    }

    /** What one that was not timed is taken to have lasted. */
    long usual() {
        return usual;
    }
}
