package dev.hira.server.host;

import java.util.function.LongConsumer;

/**
 * A driver as the threads of one guest process see it: APIs keep state per thread, so each lane has
 * a view of its own.
 *
 * @param <D> the API's interface
 */
public interface LaneDrivers<D> {
    /** The view of one lane; asked once per lane. Used by one thread at a time. */
    D lane(long lane);

    /** What a lane's calls cause the devices to do; asked once per lane, after {@link #lane}. */
    default WorkScope work(long lane) {
        return WorkScope.UNMEASURED;
    }

    /**
     * Says which calls' work the devices are at right now, of those that were left under way. Any
     * thread; never waits.
     *
     * @param to is told the numbers of the calls
     */
    default void tellRunning(LongConsumer to) {}

    /** The guest's thread has ended, and its number may come again for another. */
    default void laneEnded(long lane) {}
}
