package dev.hira.server.work;

import java.util.concurrent.Executor;

/**
 * The threads that sessions share.
 *
 * @param workers a few threads for long work
 * @param lanes a thread for each task, for calls that block
 * @param beats runs each task after about {@link #BEAT_MILLIS}
 */
public record CallThreads(Executor workers, Executor lanes, Executor beats) {
    /**
     * The interval of reports about work that lasts. A router treats work as waiting when no report
     * arrives for four times as long.
     */
    public static final long BEAT_MILLIS = 25;
}
