package dev.hira.server.move;

import dev.hira.api.MemoryRange;
import dev.hira.api.StateException;
import dev.hira.api.StateSink;
import java.util.List;

/**
 * The way of a state out of this server: to another server, or to a caller that keeps it. Used by
 * one thread at a time.
 */
interface StateWay extends StateSink {
    /** Ends a round; returns the memory that the receiver wants to have once more. */
    List<MemoryRange> endRound() throws InterruptedException;

    /** Announces the state after all rounds, which may follow at once. */
    void beginState();

    /**
     * Waits until the receiver can take the state that was announced; returns the memory that it
     * wants to have once more.
     */
    List<MemoryRange> missed();

    /** Sends a call that waits for work. */
    void call(byte[] frame);

    /**
     * Sends the last piece and waits until the receiver has everything.
     *
     * @throws StateException when it could not use the state
     */
    void finish() throws InterruptedException;

    /** Breaks off unless everything was sent, and releases what this end holds. Idempotent. */
    void close();
}
