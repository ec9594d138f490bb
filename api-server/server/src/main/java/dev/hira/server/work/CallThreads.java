package dev.hira.server.work;

import java.util.concurrent.Executor;

/**
 * The threads that sessions share. Workers and lanes may be one pool.
 *
 * @param workers for long work, such as long frames and the opening of sessions
 * @param lanes for calls that block or take long, one thread for each call under way
 * @param beats runs each task after about {@link #BEAT_MILLIS}
 */
public record CallThreads(Executor workers, Executor lanes, Executor beats) {
    /**
     * The interval of reports about work that lasts. A router treats work as waiting when no report
     * arrives for four times as long.
     */
    public static final long BEAT_MILLIS = 25;
}
