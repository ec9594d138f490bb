package dev.hira.router.judge;

import dev.hira.base.LongIntMap;

/**
 * The lanes of a session, up to a limit, and whether each has been told that the session lost its
 * server. The last lane is cached because commands come in runs of one lane.
 */
final class LaneLimit {
    private final int limit;
    private final LongIntMap known;

    /** The number of lost servers. */
    private int losses;

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
            known.put(lane, losses);
        }
        last = lane;
        return true;
    }

    /** Notes that the session has lost its server, of which all lanes must be told. */
    void lost() {
        losses++;
    }

    /** Whether a known lane must be told of the loss of a server. */
    boolean isUntold(int lane) {
        return losses != 0 && known.contains(lane) && known.get(lane) < losses;
    }

    /** Notes that a lane was told. */
    void told(int lane) {
        if (known.contains(lane)) {
            known.put(lane, losses);
        }
    }

    /** Removes a lane, which makes room for another one. */
    void forget(int lane) {
        known.remove(lane);
        last = Long.MIN_VALUE;
    }
}
