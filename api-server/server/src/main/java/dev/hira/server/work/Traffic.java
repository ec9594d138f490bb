package dev.hira.server.work;

/** Is told what a session does, for metrics; called once per batch, not per call. */
public interface Traffic {
    /** Calls were made, of which some failed. */
    void calls(long made, long failed);

    /** A frame arrived. */
    void received(long bytes);

    /** A frame was sent. Any thread. */
    void sent(long bytes);

    /** A blocking call went to a thread of its own. */
    void wentAway();
}
