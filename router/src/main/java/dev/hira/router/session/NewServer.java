package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.link.ring.RingSettings;
import dev.hira.link.shm.SharedRegion;
import dev.hira.router.catalog.ReplyProblem;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.Controls;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.memory.MirrorFeed;
import dev.hira.router.session.memory.RingPair;
import dev.hira.router.session.memory.SessionMemory;
import dev.hira.router.session.place.IncomingServer;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ArenaWanted;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Placements;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session's new server before the switch: the link to it, and the repeated calls that it has not
 * answered. Belongs to the session's thread.
 */
final class NewServer implements IncomingServer {
    /** The most bytes of placements in the request for a session, which has little room. */
    private static final int PLACEMENTS_IN_OPEN = 16 << 10;

    /** Receives what happens there. */
    interface Events {
        /** The session is open, and all calls that were sent have been answered. */
        void answered();

        /**
         * A repeated call failed.
         *
         * @return whether it may: then it counts as answered
         */
        boolean callFailed(long call, String why);

        /** Handles a message of the server; false: the books need it. */
        boolean handle(Control control);

        /** The session does not exist there, or no longer. */
        void gone(String why);
    }

    private final MovableSession what;
    private final Placed target;
    private final String name;
    private final Events events;
    private final RouterSession session;
    private final RouterServices services;
    private final Deque<Outgoing> toSend = new ArrayDeque<>();

    /** Messages for the router's books, to be handled after the switch. */
    private final List<Frame> kept = new ArrayList<>();

    private final RecordCursor cursor = new RecordCursor();
    private Link link;
    private long kernelLimit;

    /** Rings that the server may use; null when they were not offered, or are in use. */
    private @Nullable SharedRegion rings;

    /** Feeds the server's mirror of the arena; null when the server has none. */
    private @Nullable MirrorFeed mirror;

    /** The calls that were sent, or wait to be, and are not answered. */
    private int unanswered;

    /** Those of them that were sent. */
    private int sentUnanswered;

    /** The lanes of the newest repeated calls. */
    private int caller = Replay.LANE;

    private boolean opened;
    private boolean closed;

    /**
     * A frame for the server.
     *
     * @param calls the calls in it, each of which will be answered
     * @param afterReplies whether all earlier calls must be answered first
     */
    private record Outgoing(Frame frame, int calls, boolean afterReplies) {}

    /** Connects to the server. */
    NewServer(
            RouterSession session,
            RouterServices services,
            MovableSession what,
            Placed target,
            Events events) {
        this.session = session;
        this.services = services;
        this.what = what;
        this.target = target;
        this.name = "the new server '" + target.server().name() + "'";
        this.events = events;
        link = session.links().dial(target.server());
    }

    /**
     * Opens the session. The link's events may come at once, so its session must know this server.
     */
    void open(Open.Builder open) {
        kernelLimit = open.getKernelLimitNanos();
        session.links().attachNew(link);
        if (closed) {
            return;
        }
        if (session.links().poller() != null && target.server().sharesMemory()) {
            offerRings(open);
        }
        link.send(Controls.frame(Control.newBuilder().setOpen(open).build()));
    }

    /**
     * Opens the session to take over from a server.
     *
     * @param placements the choices of that server's devices
     */
    void takeOver(ByteString placements) {
        Open.Builder open = what.openAt(target, services).setTakesOver(true);
        if (placements.size() <= PLACEMENTS_IN_OPEN) {
            open(open.setPlacements(placements));
        } else {
            open(open);
            send(
                    Control.newBuilder()
                            .setPlacements(Placements.newBuilder().setPlacements(placements)));
        }
    }

    private void offerRings(Open.Builder open) {
        rings = services.memory().rings();
        if (rings != null) {
            open.setWantsRings(true).setRingPath(rings.path().toString());
        }
    }

    /** Continues over the rings, if the server uses them. */
    private void decideRings(boolean used) {
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

    @Override
    public Link link() {
        return link;
    }

    /** Returns what feeds the server's mirror of the arena; null when the server has none. */
    @Nullable MirrorFeed mirror() {
        return mirror;
    }

    /** The longest time of kernels that the server knows. */
    long kernelLimit() {
        return kernelLimit;
    }

    /** Whether the server has opened the session. */
    boolean isOpen() {
        return opened;
    }

    /** Whether calls have not been answered yet, or the session is not open yet. */
    boolean isBusy() {
        return !opened || unanswered > 0;
    }

    /**
     * Sends the calls of a {@link Replay}, all of which will be answered, when the session is open.
     * A call of another lane than the one before may depend on calls that the server has not made
     * yet, so it waits for their replies.
     */
    void calls(List<Frame> frames) {
        frames.forEach(frame -> unanswered += frame.records());
        for (Frame frame : frames) {
            int before = caller;
            caller = Replay.caller(frame);
            send(new Outgoing(frame, frame.records(), caller != before));
        }
    }

    /** Sends a frame without calls, when the session is open. */
    void send(Frame frame) {
        send(new Outgoing(frame, 0, false));
    }

    private void send(Outgoing next) {
        if (closed) {
            next.frame.release();
        } else {
            toSend.add(next);
            pump();
        }
    }

    void send(Control.Builder control) {
        send(Controls.frame(control.build()));
    }

    /**
     * Sends the failures that lanes of the guest had not been told when the session rested. Send
     * them after all repeated calls: a lane with a failure makes no calls.
     */
    void failures(AtRest rest) {
        if (rest.getFailuresCount() == 0) {
            return;
        }
        FrameWriter writer = new FrameWriter();
        for (int i = 0; i < rest.getFailuresCount(); i++) {
            Failure failure = rest.getFailures(i);
            byte[] args = failure.toByteArray();
            writer.begin(
                            RecordKinds.REFUSED,
                            0,
                            failure.getFunction(),
                            failure.getCallId(),
                            rest.getFailedLanes(i))
                    .args(args, args.length)
                    .end();
        }
        send(writer.finish(FrameLayout.AUDIENCE_PEER));
    }

    @Override
    public void pump() {
        while (opened && !closed && !toSend.isEmpty() && link.isWritable()) {
            if (toSend.element().afterReplies && sentUnanswered != 0) {
                return;
            }
            Outgoing next = toSend.remove();
            sentUnanswered += next.calls;
            link.send(next.frame);
        }
    }

    @Override
    public void onFrame(Frame frame) {
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
        if (cursor.kind() == RecordKinds.REPLY && noteReply()) {
            answered();
        }
        return false;
    }

    private void answered() {
        sentUnanswered--;
        if (--unanswered == 0) {
            events.answered();
        }
    }

    /** Notes the reply to a repeated call; returns whether it counts as answered. */
    private boolean noteReply() {
        return (cursor.flags() & RecordFlags.ERROR) == 0
                || events.callFailed(
                        cursor.callId(),
                        "a recorded call failed at "
                                + name
                                + ": "
                                + ReplyProblem.of(cursor, what.parts().api())
                                + "; choose a server with the same devices, limits and version, and with"
                                + " enough free memory");
    }

    private boolean note(Control control) {
        boolean forBooks = false;
        switch (control.getBodyCase()) {
            case OPENED -> opened(control.getOpened());
            case ARENA_WANTED -> want(control.getArenaWanted());
            case CLOSE ->
                    events.gone(
                            name
                                    + " ended the session: "
                                    + control.getClose().getReason().getMessage());
            default -> forBooks = !events.handle(control);
        }
        return forBooks;
    }

    private void opened(Opened answer) {
        session.links().opened(link, answer, services);
        SessionMemory arena = answer.getUsesMemory() ? null : what.memory();
        if (arena != null && !answer.getMirrorsMemory()) {
            events.gone(name + " can neither map the session's shared memory nor mirror it");
            return;
        }
        decideRings(answer.getUsesRings());
        if (arena != null) {
            mirror = new MirrorFeed(arena, what.parts().api(), link, frameBytes(answer));
        }
        opened = true;
        if (unanswered == 0) {
            events.answered();
        }
        pump();
    }

    private long frameBytes(Opened answer) {
        long own = services.config().limits().frameBytes();
        long there = answer.getLimits().getFrameBytes();
        return there == 0 ? own : Math.min(own, there);
    }

    private void want(ArenaWanted wanted) {
        if (mirror == null) {
            events.gone(name + " wants parts of an arena of which it has no mirror");
            return;
        }
        try {
            mirror.want(wanted);
        } catch (MalformedFrameException e) {
            events.gone(name + " wants parts outside of the arena: " + e.getMessage());
        }
    }

    @Override
    public void onClosed(LinkStatus status) {
        events.gone("the connection to " + name + " ended: " + status.message());
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
        link.close(new LinkStatus(Cause.NORMAL, why));
        toSend.forEach(next -> next.frame.release());
        toSend.clear();
        kept.forEach(Frame::release);
        kept.clear();
    }
}
