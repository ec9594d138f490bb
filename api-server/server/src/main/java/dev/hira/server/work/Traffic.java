package dev.hira.server.work;

/** Counts a session's activity for metrics; called once per batch, not per call. */
public interface Traffic {
    /** Counts calls that were made, and those of them that failed. */
    void calls(long made, long failed);

    /** Counts an arrived frame. */
    void received(long bytes);

    /** Counts a sent frame. Any thread. */
    void sent(long bytes);

    /** Counts a blocking call that went to a server lane thread. */
    void wentAway();
}
