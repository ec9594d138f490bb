package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.link.ring.RingSettings;
import dev.hira.link.shm.SharedRegion;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.ReplyProblem;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.memory.RingPair;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.StateMoved;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session's new server before the switch: the link to it, and the recorded calls that it has not
 * answered. Belongs to the session's thread.
 */
final class NewServer {
    /** The most bytes of placements in the request for a session, which has little room. */
    private static final int PLACEMENTS_IN_OPEN = 16 << 10;

    /** Receives what happens there. */
    interface Events {
        /** All calls that were sent have succeeded. */
        void answered();

        void stateMoved(StateMoved moved);

        void callFailed(String why);

        /** The session does not exist there, or no longer. */
        void gone(String why);
    }

    private final MovableSession what;
    private final Placed target;
    private final Events events;
    private final RouterSession session;
    private final RouterServices services;
    private final long quota;
    private final ByteString placements;
    private final Deque<Frame> toSend = new ArrayDeque<>();

    /** Messages for the router's books, to be handled after the switch. */
    private final List<Frame> kept = new ArrayList<>();

    private final RecordCursor cursor = new RecordCursor();
    private Link link;

    /** Rings that the server may use; null when they were not offered, or are in use. */
    private @Nullable SharedRegion rings;

    private int unanswered;
    private boolean opened;
    private boolean closed;

    /**
     * Opens the session.
     *
     * @param placements the choices of the old server's devices
     */
    NewServer(
            RouterSession session,
            RouterServices services,
            MovableSession what,
            Placed target,
            ByteString placements,
            Events events) {
        this.session = session;
        this.services = services;
        this.what = what;
        this.target = target;
        this.events = events;
        this.placements = placements;
        link = session.links().dial(target.server());
        session.links().attachNew(link);
        Open.Builder open = what.openAt(target, services).setTakesOver(true);
        quota = open.getDeviceMemory();
        if (!isLate()) {
            open.setPlacements(placements);
        }
        offerRings(open);
        link.send(Controls.frame(Control.newBuilder().setOpen(open).build()));
    }

    /** Offers rings, if the guest uses some and the server can map memory. */
    private void offerRings(Open.Builder open) {
        if (session.links().poller() == null || !target.server().sharesMemory()) {
            return;
        }
        rings = services.memory().rings();
        if (rings != null) {
            open.setWantsRings(true).setRingPath(rings.path().toString());
        }
    }

    /** Continues over the rings, if the server uses them. */
    private void settleRings(boolean used) {
        SharedRegion offered = rings;
        RingPoller poller = session.links().poller();
        rings = null;
        if (offered == null) {
            return;
        }
        if (!used || poller == null) {
            offered.close();
            return;
        }
        RingPair.unlink(offered);
        RingSettings settings =
                new RingSettings(
                        services.config().limits().frameBytes(),
                        RingSettings.DEFAULT.lingerNanos());
        RingLink replacing = RingLink.first(offered, poller, link, settings);
        Link replaced = link;
        link = replacing;
        session.links().attachNew(replacing, replaced);
    }

    private boolean isLate() {
        return placements.size() > PLACEMENTS_IN_OPEN;
    }

    Link link() {
        return link;
    }

    /** The quota of device memory that the server knows. */
    long quota() {
        return quota;
    }

    /** Whether calls have not been answered yet, or the session is not open yet. */
    boolean isBusy() {
        return !opened || unanswered > 0;
    }

    /** Sends calls, all of which will be answered, when the server takes them. */
    void calls(List<Frame> frames) {
        for (Frame frame : frames) {
            unanswered += frame.records();
            toSend.add(frame);
        }
        pump();
    }

    /** Sends a frame without calls. */
    void send(Frame frame) {
        toSend.add(frame);
        pump();
    }

    void send(Control.Builder control) {
        send(Controls.frame(control.build()));
    }

    /** Sends frames as long as the server takes them. */
    void pump() {
        while (opened && !closed && !toSend.isEmpty() && link.isWritable()) {
            link.send(toSend.remove());
        }
    }

    /** Handles a frame of the server, and releases it. */
    void onFrame(Frame frame) {
        boolean keep = false;
        try {
            cursor.wrap(frame);
            while (!closed && cursor.next()) {
                keep |= note(frame);
            }
        } finally {
            if (keep && !closed) {
                kept.add(frame);
            } else {
                frame.release();
            }
        }
        pump();
    }

    /** Notes a record; true when the books need its frame. */
    private boolean note(Frame frame) {
        if (cursor.kind() == RecordKinds.CONTROL) {
            return note(Controls.parse(frame, cursor));
        }
        if (cursor.kind() == RecordKinds.REPLY) {
            if ((cursor.flags() & RecordFlags.ERROR) != 0) {
                events.callFailed(
                        "a recorded call failed at the new server: " + ReplyProblem.of(cursor));
            } else if (--unanswered == 0) {
                events.answered();
            }
        }
        return false;
    }

    private boolean note(Control control) {
        boolean forBooks = false;
        switch (control.getBodyCase()) {
            case OPENED -> opened(control.getOpened());
            case CLOSE ->
                    events.gone(
                            "the new server ended the session: "
                                    + control.getClose().getReason().getMessage());
            case RELEASED -> {} // the books know: these are objects that have died before
            case STATE_MOVED -> events.stateMoved(control.getStateMoved());
            default -> forBooks = true;
        }
        return forBooks;
    }

    private void opened(Opened answer) {
        ServerResumption.agree(link, answer, services);
        if (what.hasArena() && !answer.getUsesMemory()) {
            events.gone("the new server cannot map the session's shared memory");
            return;
        }
        settleRings(answer.getUsesRings());
        opened = true;
        if (isLate()) {
            Placements late = Placements.newBuilder().setPlacements(placements).build();
            link.send(Controls.frame(Control.newBuilder().setPlacements(late).build()));
        }
        if (unanswered == 0) {
            events.answered();
        }
        pump();
    }

    /** Handles the end of the link. */
    void onClosed(LinkStatus status) {
        events.gone(
                "the connection to the new server '"
                        + target.server().name()
                        + "' ended: "
                        + status.message());
    }

    /** Returns the messages for the books; the caller owns them. */
    List<Frame> takeKept() {
        List<Frame> frames = List.copyOf(kept);
        kept.clear();
        return frames;
    }

    /** Ends the session there. Idempotent. */
    void close(String why) {
        if (closed) {
            return;
        }
        closed = true;
        if (rings != null) {
            rings.close();
        }
        link.close(new LinkStatus(Cause.NORMAL, "the session stays where it was: " + why));
        toSend.forEach(Frame::release);
        toSend.clear();
        kept.forEach(Frame::release);
        kept.clear();
    }
}
