package dev.hira.router.session;

import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;

/** Handles the frames of a session in one part of its life. */
sealed interface FrameHandler permits OpeningHandler, KeptSessionHandler, OpenSessionHandler {
    /** Handles a frame from the guest and takes ownership of it. */
    void fromGuest(Frame frame);

    /** Handles a frame from the server and takes ownership of it. */
    void fromServer(Frame frame);

    void guestWritable();

    void serverWritable();

    /** Handles the end of the server's link. */
    void serverClosed(LinkStatus status);

    /** Releases everything held here because the session ended. */
    void close();

    /** Returns the VM as far as it is known. */
    default String vm() {
        return "?";
    }

    /** Whether the session stays at its server when it ends here. */
    default boolean leavesServer() {
        return false;
    }

    /** Pauses the guest's commands, or lets them go on. */
    default void pause(boolean paused) {}
}
