package dev.hira.server.host;

import dev.hira.api.WorkListener;

/**
 * Measures the device work that one lane's calls cause: what they submit between {@link #begin} and
 * {@link #end} belongs to the call in between. Used by one thread at a time, as the lane is.
 */
public interface WorkScope {
    /**
     * What {@link #end} answers when some work is left; a {@link WorkListener} hears of its end.
     */
    long UNDER_WAY = -1;

    /** Of a driver that does not measure: no work takes any time. */
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

    /** What is submitted from now on belongs to a call. */
    void begin(long call);

    /**
     * The call submits no more.
     *
     * @return the device time of all its work, or {@link #UNDER_WAY}
     */
    long end();

    /** The device that the work was for, as the session counts; the first when there was none. */
    int device();
}
