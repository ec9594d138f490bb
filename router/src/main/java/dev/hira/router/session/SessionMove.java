package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Failure;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.SendState;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The move of one session to another server. Its steps are requested one after the other, each when
 * the one before is done. When a step fails, or {@link #abandon} ends the move, the session goes on
 * at its server.
 *
 * <pre>
 *   old server             router                 new server
 *      │◀─── ComeToRest ──────│                        │   rest: commands of the guest are held
 *      │──── AtRest ─────────▶│                        │
 *      │                      │── Open (takes over) ──▶│   recreate: then the recorded calls
 *      │                      │◀──────── all replies ──│
 *      │                      │── AwaitState ─────────▶│   copy: the state, from server to server
 *      │◀─── SendState ───────│                        │
 *      │──── StateMoved ─────▶│◀────────── StateMoved ─│
 *      │◀─── closes ──────────│── held commands ──────▶│   goOn
 * </pre>
 *
 * <p>Any thread may request a step; the work is done on the session's thread.
 */
public final class SessionMove implements Relocation {
    private static final int TOKEN_BYTES = 32;

    private final RouterSession session;
    private final RouterServices services;
    private final MovableSession what;
    private final Placed target;

    /** The rest of a suspended session, whose state is elsewhere; null: it has a server. */
    private final @Nullable AtRest saved;

    private final CompletableFuture<Void> rested = new CompletableFuture<>();
    private final CompletableFuture<Integer> recreated = new CompletableFuture<>();
    private final CompletableFuture<Long> copied = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();
    private final Deque<Frame> toSend = new ArrayDeque<>();

    /** Messages of the new server for the router's books, to be handled after the switch. */
    private final List<Frame> kept = new ArrayList<>();

    private final RecordCursor cursor = new RecordCursor();
    private @Nullable Link link;
    private AtRest rest = AtRest.getDefaultInstance();
    private long quota;
    private int unanswered;
    private int calls;
    private boolean opened;
    private int arrived;
    private long bytes;
    private boolean held;
    private boolean over;

    /** Whether the books show a suspended session's holdings at the new devices. */
    private boolean booked;

    /** Orders that the old server has not answered. */
    private int orders;

    private Duration limit = Duration.ZERO;

    SessionMove(
            RouterSession session,
            RouterServices services,
            MovableSession what,
            Placed target,
            @Nullable AtRest saved) {
        this.saved = saved;
        this.session = session;
        this.services = services;
        this.what = what;
        this.target = target;
    }

    // --- the steps

    /** Holds the guest's commands and waits until all earlier ones have ended. */
    public CompletableFuture<Void> rest(Duration limit) {
        session.execute(() -> {
            this.limit = limit;
            if (!over && !session.begins(this)) {
                fail("another move of the session is under way");
            }
        });
        return rested;
    }

    /** Begins the rest, now that the server has answered the orders of all earlier moves. */
    @Override
    public void begin() {
        if (saved != null) {
            rest = saved;
            rested.complete(null);
            return;
        }
        held = true;
        what.paths().down().hold(Hold.MOVING, true);
        toOld(
                Control.newBuilder()
                        .setComeToRest(
                                ComeToRest.newBuilder()
                                        .setLimitNanos(limit.toNanos())
                                        .setStopsWork(true)));
    }

    /** Whether the move has failed, or the session is at its new server. */
    @Override
    public boolean isOver() {
        return over;
    }

    /** Opens the session at the new server and repeats the recorded calls; returns their number. */
    public CompletableFuture<Integer> recreate() {
        session.execute(this::open);
        return recreated;
    }

    /** Copies the state; returns the bytes of device memory that were sent. */
    public CompletableFuture<Long> copy() {
        session.execute(() -> {
            byte[] secret = new byte[TOKEN_BYTES];
            services.random().nextBytes(secret);
            var token = com.google.protobuf.ByteString.copyFrom(secret);
            toNew(Control.newBuilder().setAwaitState(AwaitState.newBuilder().setToken(token)));
            toOld(
                    Control.newBuilder()
                            .setSendState(
                                    SendState.newBuilder()
                                            .setTarget(target.server().uri().toString())
                                            .setToken(token)));
        });
        return copied;
    }

    /**
     * Makes the new server take the state from the caller that presents a token; returns the bytes
     * of device memory that it took. For suspended sessions, instead of {@link #copy}.
     */
    public CompletableFuture<Long> take(com.google.protobuf.ByteString token) {
        session.execute(() ->
                toNew(Control.newBuilder().setAwaitState(AwaitState.newBuilder().setToken(token))));
        return copied;
    }

    /** Lets the guest's commands go on at the new server. */
    public CompletableFuture<Void> goOn() {
        session.execute(this::switchOver);
        return gone;
    }

    /** Ends the move, unless the guest's commands go on at the new server already. */
    @Override
    public void abandon(String why) {
        session.execute(() -> fail(why));
    }

    /** Ends the move because the session has ended. */
    @Override
    public void sessionEnded() {
        fail("the session '" + session.id() + "' ended");
    }

    @Override
    public void serverGone(String why) {
        fail(why);
        orders = 0;
        session.answered(this);
    }

    @Override
    public boolean needsNoServer() {
        return !over && arrived == 2;
    }

    private void fail(String why) {
        if (over) {
            return;
        }
        over = true;
        session.isOver(this);
        services.pool().release(target, what.vm());
        Link opening = link;
        if (opening != null) {
            opening.close(new LinkStatus(Cause.NORMAL, "the session stays where it was: " + why));
        }
        toSend.forEach(Frame::release);
        toSend.clear();
        kept.forEach(Frame::release);
        kept.clear();
        MoveFailed failure = new MoveFailed(why);
        rested.completeExceptionally(failure);
        recreated.completeExceptionally(failure);
        copied.completeExceptionally(failure);
        gone.completeExceptionally(failure);
        if (held) {
            session.server().send(goesOn());
            what.paths().down().hold(Hold.MOVING, false);
        }
        if (booked) {
            what.store();
        }
        if (orders == 0) {
            session.answered(this);
        }
    }

    // --- the old server

    /** Handles a message of the old server; false when it does not concern the move. */
    @Override
    public boolean fromOld(Control control) {
        if (orders == 0 || !(control.hasAtRest() || control.hasStateMoved())) {
            return false;
        }
        orders--;
        if (over) {
            if (orders == 0) {
                session.answered(this);
            }
        } else if (control.hasAtRest()) {
            atRest(control.getAtRest());
        } else {
            stateMoved(control.getStateMoved(), "could not send its state");
        }
        return true;
    }

    private void atRest(AtRest answer) {
        if (answer.getProblem().isEmpty()) {
            rest = answer;
            rested.complete(null);
        } else {
            fail("the session cannot come to rest: " + answer.getProblem());
        }
    }

    private void stateMoved(StateMoved moved, String failure) {
        if (!moved.getProblem().isEmpty()) {
            fail("a server " + failure + ": " + moved.getProblem());
            return;
        }
        bytes = Math.max(bytes, moved.getBytes());
        if (++arrived == (saved == null ? 2 : 1)) {
            copied.complete(bytes);
        }
    }

    // --- the new server

    private void open() {
        if (over) {
            return;
        }
        if (saved != null) {
            String problem = what.restore(target, services);
            if (!problem.isEmpty()) {
                fail(problem);
                return;
            }
            booked = true;
        }
        Link fresh = session.dial(target.server());
        link = fresh;
        session.attachNew(fresh);
        Open.Builder open = what.openAt(target, services);
        quota = open.getDeviceMemory();
        toNew(
                Control.newBuilder()
                        .setOpen(open.setTakesOver(true).setPlacements(rest.getPlacements())));
    }

    /** Handles a frame of the new server before the switch, and releases it. */
    @Override
    public void fromNew(Frame frame) {
        boolean keep = false;
        try {
            cursor.wrap(frame);
            while (!over && cursor.next()) {
                keep |= note(frame);
            }
        } finally {
            if (keep && !over) {
                kept.add(frame);
            } else {
                frame.release();
            }
        }
        if (!over) {
            pump();
        }
    }

    /** Notes a record; true when the books need its frame. */
    private boolean note(Frame frame) {
        if (cursor.kind() == RecordKinds.CONTROL) {
            return note(Controls.parse(frame, cursor));
        }
        if (cursor.kind() == RecordKinds.REPLY) {
            if ((cursor.flags() & RecordFlags.ERROR) != 0) {
                fail("a recorded call failed at the new server: " + ReplyProblem.of(cursor));
            } else {
                answered();
            }
        }
        return false;
    }

    private boolean note(Control control) {
        boolean forBooks = false;
        switch (control.getBodyCase()) {
            case OPENED -> opened(control.getOpened());
            case CLOSE ->
                    fail(
                            "the new server ended the session: "
                                    + control.getClose().getReason().getMessage());
            case STATE_MOVED -> stateMoved(control.getStateMoved(), "could not take the state");
            default -> forBooks = true;
        }
        return forBooks;
    }

    private void opened(Opened answer) {
        if (what.hasArena() && !answer.getUsesMemory()) {
            fail("the new server cannot map the session's shared memory");
        } else {
            opened = true;
            replay();
        }
    }

    private void replay() {
        addFailures();
        Replay replay = what.paths().journal().replay();
        calls = replay.calls();
        for (Frame frame : replay.frames()) {
            unanswered += frame.records();
            toSend.add(frame);
        }
        if (unanswered == 0) {
            recreated.complete(calls);
        }
        pump();
    }

    /** Adds the failures that lanes of the guest have not been told yet. */
    private void addFailures() {
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
        toSend.add(writer.finish(FrameLayout.AUDIENCE_PEER));
    }

    /** Sends recorded calls as long as the new server takes them. */
    @Override
    public void pump() {
        Link fresh = link;
        while (fresh != null && opened && !toSend.isEmpty() && fresh.isWritable()) {
            fresh.send(toSend.remove());
        }
    }

    private void answered() {
        if (--unanswered == 0) {
            recreated.complete(calls);
        }
    }

    /** Whether a link is the one to the new server. */
    @Override
    public boolean isTo(Link other) {
        return other.equals(link);
    }

    /** Handles the end of the new server's link before the switch. */
    @Override
    public void newClosed(LinkStatus status) {
        fail(
                "the connection to the new server '"
                        + target.server().name()
                        + "' ended: "
                        + status.message());
    }

    // --- the switch

    private void switchOver() {
        if (over) {
            return;
        }
        over = true;
        Link fresh = Objects.requireNonNull(link);
        SessionPolicy policy = what.newPolicy(target, services, session);
        what.moveTo(target, fresh, policy, quota);
        session.switchTo(fresh, target, this);
        for (Frame frame : kept) {
            what.paths().up().onFrame(frame);
        }
        kept.clear();
        fresh.send(goesOn());
        gone.complete(null);
        what.paths().down().hold(Hold.MOVING, false);
    }

    /** Tells a server that work that stands still goes on there. */
    private static Frame goesOn() {
        return Controls.frame(Control.newBuilder().setGoOn(GoOn.getDefaultInstance()).build());
    }

    private void toOld(Control.Builder control) {
        if (!over) {
            orders++;
            session.server().send(Controls.frame(control.build()));
        }
    }

    private void toNew(Control.Builder control) {
        if (!over) {
            Objects.requireNonNull(link).send(Controls.frame(control.build()));
        }
    }

    /** A step of a move failed; the message says why. */
    public static final class MoveFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public MoveFailed(String message) {
            super(message);
        }
    }
}
