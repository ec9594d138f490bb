package dev.hira.router.judge;

import dev.hira.base.LongIntMap;

/**
 * The lanes of a session, up to a limit, and whether each has been told that the session lost its
 * server. A lane that is new must be told too as long as no other has been: the thread whose memory
 * was lost may have handed its work to a new one. The last lane is cached because commands come in
 * runs of one lane.
 */
final class LaneLimit {
    private final int limit;
    private final LongIntMap known;

    /** The number of lost servers. */
    private int losses;

    /** The number of lanes that must be told. */
    private int untold;

    /** Whether the session has ever had a lane, and so something to lose. */
    private boolean used;

    /** Whether no lane has been told of the last loss. */
    private boolean noneTold;

    private Runnable whenAllTold = () -> {};

    private long last = Long.MIN_VALUE;

    LaneLimit(int limit, long salt) {
        this.limit = limit;
        this.known = new LongIntMap(salt);
    }

    /** Sets a task that runs whenever a loss has been told to all lanes. */
    void whenAllTold(Runnable task) {
        whenAllTold = task;
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
            known.put(lane, noneTold ? losses - 1 : losses);
            untold += noneTold ? 1 : 0;
            used = true;
        }
        last = lane;
        return true;
    }

    /** Notes that the session has lost its server, of which all lanes must be told. */
    void lost() {
        losses++;
        untold = known.size();
        noneTold = used;
    }

    /** Whether a known lane must be told of the loss of a server. */
    boolean isUntold(int lane) {
        return losses != 0 && known.contains(lane) && known.get(lane) < losses;
    }

    /** Notes that a lane was told. */
    void told(int lane) {
        if (isUntold(lane)) {
            known.put(lane, losses);
            untold--;
            noneTold = false;
        }
    }

    /** Runs the task if all lanes have been told. */
    void runIfAllTold() {
        if (untold == 0 && !noneTold) {
            whenAllTold.run();
        }
    }

    /** Removes a lane, which makes room for another one. */
    void forget(int lane) {
        if (isUntold(lane)) {
            untold--;
            runIfAllTold();
        }
        known.remove(lane);
        last = Long.MIN_VALUE;
    }
}
