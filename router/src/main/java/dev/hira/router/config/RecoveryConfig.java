package dev.hira.router.config;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How sessions recover from the loss of their API server.
 *
 * @param reconnect time for a broken connection to a server to be made again; then the server
 *     counts as dead; 0: it counts so at once
 * @param limit time for a session to be recreated at another server; then it ends
 * @param logBytes most memory for the kept commands of a session
 * @param totalLogBytes most memory for those of all sessions together
 * @param checkpoints of sessions whose commands are kept
 */
public record RecoveryConfig(
        Duration reconnect,
        Duration limit,
        long logBytes,
        long totalLogBytes,
        Checkpoints checkpoints) {
    /** Returns the usual total: an eighth of the heap. */
    static long usualTotal() {
        return Math.max(1 << 20, Runtime.getRuntime().maxMemory() / 8);
    }

    /**
     * When the router makes checkpoints of a session by itself, and where it keeps them.
     *
     * @param interval time between two; zero: as many as the bytes ask for
     * @param bytes of kept commands that ask for one; 0: none are made
     * @param pause longest time for which a session's commands are held
     * @param directory where they lie, without names
     * @param space most bytes of all of them
     */
    public record Checkpoints(
            Duration interval, long bytes, Duration pause, Path directory, long space) {}
}
