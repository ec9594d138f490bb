package dev.hira.server.work;

import java.util.concurrent.Executor;

/**
 * The threads that sessions share.
 *
 * @param workers a few, for what takes long
 * @param lanes a thread for each task, for calls that block
 * @param beats does each task a beat later: after about {@link #BEAT_MILLIS}
 */
public record CallThreads(Executor workers, Executor lanes, Executor beats) {
    /**
     * How often routers hear of work that lasts. They take what they do not hear of for four times
     * as long for waiting.
     */
    public static final long BEAT_MILLIS = 25;
}
