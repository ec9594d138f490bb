package dev.hira.link;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** Receives the events of a {@link Link}. Called by one thread at a time; must not block. */
public interface LinkHandler {
    /** A frame arrived. The handler owns it and must release it or send it on. */
    void onFrame(Frame frame);

    /**
     * The link became writable again after {@link Link#isWritable} had been false, perhaps because
     * it closes.
     */
    void onWritable();

    /**
     * The link ended, closed by either side or by a failure. Called exactly once, as the last
     * event.
     */
    void onClosed(LinkStatus status);

    /**
     * The link ended, and the peer has not closed it: its transport failed, or the peer vanished.
     * If this end had closed the link, the peer may not know. Called in place of {@link #onClosed}.
     */
    default void onBroken(LinkStatus status) {
        onClosed(status);
    }
}
