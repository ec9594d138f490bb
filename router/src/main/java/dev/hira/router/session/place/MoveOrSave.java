package dev.hira.router.session.place;

import dev.hira.wire.v1.Control;
import org.jspecify.annotations.Nullable;

/**
 * An operation for which a session comes to rest: a move to another server, or the saving of its
 * state. A session has at most one whose orders its server carries out; others may be prepared.
 * Used on the session's thread.
 */
public interface MoveOrSave {
    /** Begins, now that the server has answered the orders of all earlier ones. */
    void begin();

    /** Whether it has failed, or is done. */
    boolean isOver();

    /** Ends it if another one, which is about to begin, takes precedence. */
    default void giveWay() {}

    /** Ends it, unless it is done. Any thread may call it. */
    void abandon(String why);

    /** Handles the end of the present server's link. */
    void serverGone(String why);

    /** Whether it needs nothing more from the present server. */
    default boolean needsNoServer() {
        return false;
    }

    /** Handles the end of the session. */
    void sessionEnded();

    /** Handles a message of the present server; false when it does not concern this. */
    boolean fromOld(Control control);

    /** Returns the new server; null while there is none. */
    default @Nullable IncomingServer incoming() {
        return null;
    }
}
