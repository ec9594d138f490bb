package dev.hira.router.session;

import dev.hira.router.config.LimitsConfig;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.judge.SessionPaths;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.Control;

/** Handles the frames of an open session. */
final class OpenSessionHandler implements FrameHandler {
    private final RouterSession session;
    private final SessionPaths paths;
    private final LimitsConfig limits;

    OpenSessionHandler(RouterSession session, SessionPaths paths, LimitsConfig limits) {
        this.session = session;
        this.paths = paths;
        this.limits = limits;
    }

    @Override
    public void fromGuest(Frame frame) {
        if (frame.size() > limits.frameBytes() || frame.records() > limits.frameRecords()) {
            LinkStatus reason = tooLarge(frame);
            frame.release();
            session.end(reason);
            return;
        }
        paths.down().onFrame(frame);
    }

    @Override
    public void fromServer(Frame frame) {
        paths.up().onFrame(frame);
    }

    @Override
    public void guestWritable() {
        paths.links().guestWritable();
    }

    @Override
    public void serverWritable() {
        paths.links().serverWritable();
    }

    @Override
    public void serverClosed(LinkStatus status) {
        switch (status.cause()) {
            case NORMAL, UNAVAILABLE, OVERLOADED -> session.place().lostServer(gone(status));
            case INTERNAL -> session.place().lostServer(ended(status));
            case EXHAUSTED, PROTOCOL, REFUSED, UNAUTHENTICATED -> session.end(ended(status));
        }
    }

    @Override
    public void pause(boolean paused) {
        paths.down().setHold(Hold.PAUSED, paused);
    }

    @Override
    public void close() {
        paths.close();
    }

    /** Handles the guest's control messages for the router. */
    static void fromGuest(RouterSession session, Control control) {
        switch (control.getBodyCase()) {
            case CLOSE -> session.end(new LinkStatus(Cause.NORMAL, "closed by its owner"));
            case RING_WAKE -> {}
            default ->
                    throw new MalformedFrameException(
                            "a guest does not send "
                                    + control.getBodyCase()
                                    + " in an open session");
        }
    }

    /** Handles the server's control messages, except its reports about objects and work. */
    static void fromServer(RouterSession session, Control control) {
        if (session.place().passToMove(control)) {
            return;
        }
        switch (control.getBodyCase()) {
            case CLOSE ->
                    session.end(
                            new LinkStatus(
                                    Cause.UNAVAILABLE,
                                    "the API server '"
                                            + session.place().serverName()
                                            + "' ended the session: "
                                            + control.getClose().getReason().getMessage()));
            case RING_WAKE -> {}
            default -> {
                // The server may repeat answers to the router's next process.
                if (!session.hasReturned()) {
                    throw new MalformedFrameException(
                            "a server does not send "
                                    + control.getBodyCase()
                                    + " in an open session");
                }
            }
        }
    }

    private LinkStatus tooLarge(Frame frame) {
        return new LinkStatus(
                Cause.EXHAUSTED,
                "a frame of "
                        + frame.size()
                        + " bytes and "
                        + frame.records()
                        + " records exceeds the limit of "
                        + limits.frameBytes()
                        + " bytes and "
                        + limits.frameRecords()
                        + " records; send smaller batches");
    }

    private LinkStatus ended(LinkStatus status) {
        return new LinkStatus(
                status.cause(),
                "the API server '"
                        + session.place().serverName()
                        + "' ended the session: "
                        + status.message());
    }

    private LinkStatus gone(LinkStatus status) {
        return new LinkStatus(
                Cause.UNAVAILABLE,
                "the API server '"
                        + session.place().serverName()
                        + "' is gone; reopen the session ("
                        + status.message()
                        + ")");
    }
}
