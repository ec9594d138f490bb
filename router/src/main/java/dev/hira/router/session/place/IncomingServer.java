package dev.hira.router.session.place;

import dev.hira.link.Link;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/**
 * The server that a session is about to have, while its link is not yet the session's. Used on the
 * session's thread.
 */
public interface IncomingServer {
    /** Returns the link to the server. */
    Link link();

    /** Handles a frame of the server, and releases it. */
    void onFrame(Frame frame);

    /** Sends frames as long as the server takes them. */
    void pump();

    /** Handles the end of the link. */
    void onClosed(LinkStatus status);
}
