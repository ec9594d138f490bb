package dev.hira.server.host;

import dev.hira.api.LateResult;
import dev.hira.api.WorkListener;

/**
 * Measures the device work of one lane's calls: work submitted between {@link #begin} and {@link
 * #end} belongs to the call in between. Used by one thread at a time, like the lane.
 */
public interface WorkScope {
    /**
     * The result of {@link #end} when some of the work was queued; a {@link WorkListener} receives
     * its end, perhaps before {@code end} returns.
     */
    long UNDER_WAY = -1;

    /** The scope of a driver that does not measure: all work takes no time. */
    WorkScope UNMEASURED =
            new WorkScope() {
                @Override
                public void begin(long call) {}

                @Override
                public long end() {
                    return 0;
                }

                @Override
                public int device() {
                    return 0;
                }
            };

    /** Assigns work submitted from now on to a call. */
    void begin(long call);

    /**
     * Announces a result of the call that began last, before the call is made: the next host
     * function that the call submits completes it.
     */
    default void completes(LateResult result) {}

    /**
     * Ends the call's submissions.
     *
     * @return the device time of all its work, or {@link #UNDER_WAY}
     */
    long end();

    /** The device of the work, in the session's numbering; the first one when there was none. */
    int device();
}
