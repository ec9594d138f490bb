package dev.hira.link;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** What happens on a {@link Link}. Called by one thread at a time; must not block. */
public interface LinkHandler {
    /** A frame arrived. The handler owns it: it releases it, or sends it on. */
    void onFrame(Frame frame);

    /**
     * The link became writable again after {@link Link#isWritable} had been false, perhaps because
     * it closes.
     */
    void onWritable();

    /**
     * The link ended, by either side's will or by a failure. Called exactly once; nothing follows.
     */
    void onClosed(LinkStatus status);
}
