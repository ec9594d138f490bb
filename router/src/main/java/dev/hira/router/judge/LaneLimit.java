package dev.hira.router.judge;

import dev.hira.base.LongIntMap;

/**
 * The lanes of a session, up to a limit. The last lane is cached because commands come in runs of
 * one lane.
 */
final class LaneLimit {
    private final int limit;
    private final LongIntMap known;
    private long last = Long.MIN_VALUE;

    LaneLimit(int limit, long salt) {
        this.limit = limit;
        this.known = new LongIntMap(salt);
    }

    /** Whether a lane is known, or new and within the limit. */
    boolean admits(int lane) {
        if (lane == last) {
            return true;
        }
        if (!known.contains(lane)) {
            if (known.size() == limit) {
                return false;
            }
            known.put(lane, 1);
        }
        last = lane;
        return true;
    }

    /** Removes a lane, which makes room for another one. */
    void forget(int lane) {
        known.remove(lane);
        last = Long.MIN_VALUE;
    }
}
