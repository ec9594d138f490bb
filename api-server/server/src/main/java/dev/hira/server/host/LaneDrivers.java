package dev.hira.server.host;

import dev.hira.api.BlockingBan;
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

    /**
     * Whether any call may keep its thread waiting, as calls of native drivers do. If so, every
     * call is made on a thread of its lane.
     *
     * <p>A driver that answers false is called on event loops, which serve other sessions too. It
     * must call {@link BlockingBan#require} before it waits or takes long, and before the call has
     * an effect that would matter if the call were made again; the call is then made again on a
     * thread of its lane.
     */
    boolean mayBlock();

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
