package dev.hira.router.session;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** What a session does with what comes, at some point of its life. */
sealed interface Stage permits Opening, Running {
    /** Takes a frame of the guest's, which it owns. */
    void fromGuest(Frame frame);

    /** Takes a frame of the server's, which it owns. */
    void fromServer(Frame frame);

    void guestWritable();

    void serverWritable();

    /** The server's link ended. */
    void serverClosed(LinkStatus status);

    /** The session ended; what is held here is released. */
    void close();

    /** Lets the guest's commands wait, or go on. */
    default void pause(boolean paused) {}
}
