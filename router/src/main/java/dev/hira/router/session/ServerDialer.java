package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.router.placement.ServerView;

/** Makes connections to API servers on one guest's thread. */
@FunctionalInterface
public interface ServerDialer {
    /**
     * A new connection of its own. Does not block: the link, not started yet, closes when the
     * server cannot be reached.
     */
    Link dial(ServerView server);
}
