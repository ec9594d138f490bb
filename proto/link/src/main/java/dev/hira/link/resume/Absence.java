package dev.hira.link.resume;

import dev.hira.wire.LinkStatus;

/**
 * Decides about a link while it has no transport. Called on the link's home thread; it ends the
 * absence by {@link ResumableLink#attach} or {@link ResumableLink#giveUp}.
 */
public interface Absence {
    /** The transport broke. */
    void begins(LinkStatus why);

    /** The link has a transport again. */
    void ends();

    /** The link is closed. */
    void closed();

    /**
     * This end has closed the link, and the peer may not know: it had no transport, or it broke.
     */
    default void unheard(LinkStatus reason) {}
}
