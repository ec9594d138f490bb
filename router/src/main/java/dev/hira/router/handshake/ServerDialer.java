package dev.hira.router.handshake;

import dev.hira.link.Link;
import dev.hira.router.placement.ServerView;

/** Connects to API servers on one session's thread. */
@FunctionalInterface
public interface ServerDialer {
    /**
     * Returns a link of its own to a server, not started yet. Does not block: the link closes if
     * the server cannot be reached.
     */
    Link dial(ServerView server);
}
