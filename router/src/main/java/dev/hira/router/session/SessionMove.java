package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.CopyRound;
import dev.hira.wire.v1.EndCopy;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.SendState;
import dev.hira.wire.v1.StateMoved;
import dev.hira.wire.v1.TakeState;
import dev.hira.wire.v1.TellPlacements;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The move of one session to another server. Its steps are requested one after the other, each when
 * the one before is done. When a step fails, or {@link #abandon} ends the move, the session goes on
 * at its server.
 *
 * <pre>
 *   old server             router                 new server
 *      │◀─── TellPlacements ──│                        │   openAhead: the guest's commands go on
 *      │──── Placements ─────▶│── Open (takes over) ──▶│   then the recorded calls
 *      │                      │◀──────── all replies ──│
 *      │◀─── CopyRound ───────│── calls since then ───▶│   round: memory, from server to server;
 *      │──── RoundCopied ────▶│                        │   as often as it pays
 *      │◀─── ComeToRest ──────│                        │   rest: commands of the guest are held
 *      │──── AtRest ─────────▶│                        │
 *      │                      │── last calls ─────────▶│   recreate
 *      │                      │── TakeState ──────────▶│   copy: the rest of the state
 *      │◀─── SendState ───────│                        │
 *      │──── StateMoved ─────▶│◀────────── StateMoved ─│
 *      │◀─── closes ──────────│── held commands ──────▶│   goOn
 * </pre>
 *
 * <p>The first two steps may be left out: then the session is opened and recreated at rest. So it
 * is also when the session ahead turns out not to be the same: a repeated call failed there or at
 * the old server, or the devices have chosen otherwise. Nothing but time depends on it.
 *
 * <p>Any thread may request a step; the work is done on the session's thread.
 */
public final class SessionMove implements Relocation {
    private static final Logger LOG = LoggerFactory.getLogger(SessionMove.class);
    private static final int TOKEN_BYTES = 32;

    private final RouterSession session;
    private final RouterServices services;
    private final MovableSession what;
    private final Placed target;

    /** The rest of a suspended session, whose state is elsewhere; null: it has a server. */
    private final @Nullable AtRest saved;

    private final CompletableFuture<Integer> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> rested = new CompletableFuture<>();
    private final CompletableFuture<Integer> recreated = new CompletableFuture<>();
    private final CompletableFuture<Long> copied = new CompletableFuture<>();
    private final CompletableFuture<Void> gone = new CompletableFuture<>();

    /** The round under way. */
    private CompletableFuture<Round> round = CompletableFuture.completedFuture(Round.NONE);

    /** The first step, which begins when the server has answered the orders of earlier moves. */
    private Runnable first = () -> {};

    private boolean begun;
    private List<Frame> firstCalls = List.of();
    private @Nullable NewServer fresh;

    /** Whether {@link #fresh} was opened while the session worked. */
    private boolean ahead;

    private ByteString token = ByteString.EMPTY;
    private boolean copies;
    private AtRest rest = AtRest.getDefaultInstance();
    private int calls;
    private boolean sendsState;
    private int arrived;
    private long bytes;
    private boolean held;
    private boolean over;

    /** Whether the books show a suspended session's holdings at the new devices. */
    private boolean booked;

    /** Orders that the old server has not answered. */
    private int orders;

    /**
     * A round of copies.
     *
     * @param bytes the bytes of memory that were copied
     * @param pending about the bytes that the next round would copy
     */
    public record Round(long bytes, long pending) {
        /** Nothing to copy. */
        public static final Round NONE = new Round(0, 0);
    }

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

    /**
     * Opens the session at the new server and repeats the recorded calls, while it works at the old
     * one; returns their number.
     */
    public CompletableFuture<Integer> openAhead() {
        session.execute(() -> start(this::beginAhead));
        return opened;
    }

    /** Repeats the calls that were recorded since, and copies the memory that has changed. */
    public CompletableFuture<Round> round() {
        CompletableFuture<Round> next = new CompletableFuture<>();
        session.execute(() -> {
            round = next;
            if (over) {
                next.completeExceptionally(new MoveFailed("the move is over"));
            } else {
                copyRound();
            }
        });
        return next;
    }

    /** Holds the guest's commands and waits until all earlier ones have ended. */
    public CompletableFuture<Void> rest(Duration limit) {
        session.execute(() -> {
            if (begun && !over) {
                beginRest(limit);
            } else {
                start(() -> beginRest(limit));
            }
        });
        return rested;
    }

    /** Completes the session at the new server; returns the number of all repeated calls. */
    public CompletableFuture<Integer> recreate() {
        session.execute(() -> {
            if (!over) {
                recreateAtRest();
            }
        });
        return recreated;
    }

    /** Copies the state; returns the bytes of device memory that were sent, rounds included. */
    public CompletableFuture<Long> copy() {
        session.execute(() -> {
            sendsState = true;
            NewServer server = fresh;
            if (!over && server != null && (ahead || !server.isBusy())) {
                sendState(server);
            }
        });
        return copied;
    }

    /**
     * Makes the new server take the state from the caller that presents a token; returns the bytes
     * of device memory that it took. For suspended sessions, instead of {@link #copy}.
     */
    public CompletableFuture<Long> take(ByteString given) {
        session.execute(() -> {
            if (!over) {
                Objects.requireNonNull(fresh)
                        .send(
                                Control.newBuilder()
                                        .setAwaitState(AwaitState.newBuilder().setToken(given)));
            }
        });
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
        session.place().answered(this);
    }

    @Override
    public boolean needsNoServer() {
        return !over && arrived == 2;
    }

    private void start(Runnable step) {
        first = step;
        if (!over && !session.place().begins(this)) {
            fail("another move of the session is under way");
        }
    }

    /** Begins, now that the server has answered the orders of all earlier moves. */
    @Override
    public void begin() {
        begun = true;
        first.run();
    }

    /** Whether the move has failed, or the session is at its new server. */
    @Override
    public boolean isOver() {
        return over;
    }

    private void fail(String why) {
        if (over) {
            return;
        }
        over = true;
        session.place().isOver(this);
        services.pool().release(target, what.vm());
        leave(why);
        MoveFailed failure = new MoveFailed(why);
        opened.completeExceptionally(failure);
        round.completeExceptionally(failure);
        rested.completeExceptionally(failure);
        recreated.completeExceptionally(failure);
        copied.completeExceptionally(failure);
        gone.completeExceptionally(failure);
        if (held) {
            session.links().server().send(goesOn());
            what.paths().down().hold(Hold.MOVING, false);
        }
        if (booked) {
            what.store();
        }
        if (orders == 0) {
            session.place().answered(this);
        }
    }

    /** Gives up the session at the new server, if it has been opened. */
    private void leave(String why) {
        what.paths().journal().endTail();
        firstCalls.forEach(Frame::release);
        firstCalls = List.of();
        ahead = false;
        if (fresh != null) {
            fresh.close("the session stays where it was: " + why);
            fresh = null;
        }
        if (copies) {
            copies = false;
            session.links()
                    .server()
                    .send(
                            Controls.frame(
                                    Control.newBuilder()
                                            .setEndCopy(EndCopy.getDefaultInstance())
                                            .build()));
        }
    }

    // --- ahead, while the session works

    private void beginAhead() {
        ahead = true;
        Replay replay = what.paths().journal().replayAhead();
        calls = replay.calls();
        firstCalls = replay.frames();
        toOld(Control.newBuilder().setTellPlacements(TellPlacements.getDefaultInstance()));
    }

    private void placed(Placements answer) {
        if (!answer.getProblem().isEmpty()) {
            fail("the session cannot be moved: " + answer.getProblem());
            return;
        }
        NewServer server = open(answer.getPlacements());
        token = newToken();
        server.calls(firstCalls);
        firstCalls = List.of();
        server.send(
                Control.newBuilder()
                        .setAwaitState(AwaitState.newBuilder().setToken(token).setAhead(true)));
    }

    private void copyRound() {
        Replay more = ahead ? what.paths().journal().tail() : null;
        if (more == null) {
            giveUpAhead("a recorded call has failed, or too many were made");
            round.complete(Round.NONE);
            return;
        }
        calls += more.calls();
        Objects.requireNonNull(fresh).calls(more.frames());
        copies = true;
        toOld(
                Control.newBuilder()
                        .setCopyRound(CopyRound.newBuilder().setTarget(uri()).setToken(token)));
    }

    private void roundCopied(RoundCopied answer) {
        if (!ahead) {
            round.complete(Round.NONE);
        } else if (answer.getProblem().isEmpty()) {
            round.complete(new Round(answer.getBytes(), answer.getPending()));
        } else {
            fail("the memory cannot be copied: " + answer.getProblem());
        }
    }

    /** Leaves the session that was opened ahead; another one is opened at rest. */
    private void giveUpAhead(String why) {
        if (!ahead) {
            return;
        }
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .log("the session is recreated once more, at rest: {}", why);
        leave(why);
        opened.complete(0);
        if (recreated.isDone() && orders == 0) {
            replay(open(rest.getPlacements()));
        }
    }

    // --- at rest

    private void beginRest(Duration limit) {
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

    private void atRest(AtRest answer) {
        if (answer.getProblem().isEmpty()) {
            rest = answer;
            rested.complete(null);
        } else {
            fail("the session cannot come to rest: " + answer.getProblem());
        }
    }

    private void recreateAtRest() {
        if (saved != null) {
            String problem = what.restore(target, services);
            if (!problem.isEmpty()) {
                fail(problem);
                return;
            }
            booked = true;
        }
        NewServer server = fresh;
        Replay last = ahead ? what.paths().journal().lastOfTail() : null;
        if (server == null || last == null) {
            giveUpAhead("a recorded call has failed, or a thread uses an object that is gone");
            replay(open(rest.getPlacements()));
            return;
        }
        calls += last.calls();
        server.failures(rest);
        server.calls(last.frames());
        server.send(
                Control.newBuilder()
                        .setTakeState(TakeState.newBuilder().setPlacements(rest.getPlacements())));
        recreated.complete(calls);
    }

    private void replay(NewServer server) {
        token = newToken();
        server.failures(rest);
        Replay replay = what.paths().journal().replay();
        calls += replay.calls();
        server.calls(replay.frames());
    }

    private void sendState(NewServer server) {
        copies = false;
        if (!ahead) {
            server.send(
                    Control.newBuilder().setAwaitState(AwaitState.newBuilder().setToken(token)));
        }
        toOld(
                Control.newBuilder()
                        .setSendState(SendState.newBuilder().setTarget(uri()).setToken(token)));
    }

    private void stateMoved(StateMoved moved, String failure) {
        if (!moved.getProblem().isEmpty()) {
            String why = "a server " + failure + ": " + moved.getProblem();
            if (ahead && rested.isDone()) {
                giveUpAhead(why);
            } else {
                fail(why);
            }
            return;
        }
        bytes = Math.max(bytes, moved.getBytes());
        if (++arrived == (saved == null ? 2 : 1)) {
            copied.complete(bytes);
        }
    }

    // --- the old server

    /** Handles a message of the old server; false when it does not concern the move. */
    @Override
    public boolean fromOld(Control control) {
        if (orders == 0 || !isAnswer(control)) {
            return false;
        }
        orders--;
        if (over) {
            if (orders == 0) {
                session.place().answered(this);
            }
            return true;
        }
        switch (control.getBodyCase()) {
            case PLACEMENTS -> placed(control.getPlacements());
            case ROUND_COPIED -> roundCopied(control.getRoundCopied());
            case AT_REST -> atRest(control.getAtRest());
            default -> stateSent(control.getStateMoved());
        }
        return true;
    }

    private static boolean isAnswer(Control control) {
        return switch (control.getBodyCase()) {
            case PLACEMENTS, ROUND_COPIED, AT_REST, STATE_MOVED -> true;
            default -> false;
        };
    }

    private void stateSent(StateMoved answer) {
        if (fresh == null) { // the session ahead was left meanwhile
            replay(open(rest.getPlacements()));
        } else {
            stateMoved(answer, "could not send its state");
        }
    }

    private void toOld(Control.Builder control) {
        orders++;
        session.links().server().send(Controls.frame(control.build()));
    }

    // --- the new server

    private NewServer open(ByteString placements) {
        NewServer server = new NewServer(session, services, what, target, new AtNewServer());
        fresh = server;
        arrived = 0;
        server.takeOver(placements);
        return server;
    }

    private ByteString newToken() {
        byte[] secret = new byte[TOKEN_BYTES];
        services.random().nextBytes(secret);
        return ByteString.copyFrom(secret);
    }

    private String uri() {
        return target.server().uri().toString();
    }

    /** Whether a link is the one to the new server. */
    @Override
    public boolean isTo(Link link) {
        return fresh != null && link.equals(fresh.link());
    }

    @Override
    public void fromNew(Frame frame) {
        Objects.requireNonNull(fresh).onFrame(frame);
    }

    @Override
    public void pump() {
        Objects.requireNonNull(fresh).pump();
    }

    @Override
    public void newClosed(LinkStatus status) {
        Objects.requireNonNull(fresh).onClosed(status);
    }

    /** The events at the new server. */
    private final class AtNewServer implements NewServer.Events {
        @Override
        public void answered() {
            if (!rested.isDone()) {
                opened.complete(calls);
            } else if (!ahead) {
                recreated.complete(calls);
                if (sendsState) {
                    sendState(Objects.requireNonNull(fresh));
                }
            }
        }

        @Override
        public boolean mayFail(long call, String why) {
            if (ahead) {
                giveUpAhead(why);
            } else {
                fail(why);
            }
            return false;
        }

        @Override
        public boolean handles(Control control) {
            if (control.hasStateMoved()) {
                stateMoved(control.getStateMoved(), "could not take the state");
            }
            // The books know released objects: they have died before.
            return control.hasStateMoved() || control.hasReleased();
        }

        @Override
        public void gone(String why) {
            fail(why);
        }
    }

    // --- the switch

    private void switchOver() {
        if (over) {
            return;
        }
        over = true;
        NewServer server = Objects.requireNonNull(fresh);
        what.paths().journal().endTail();
        SessionPolicy policy = what.newPolicy(target, services, session);
        what.moveTo(target, server.link(), policy, server.quota());
        session.place().switchTo(server.link(), target, this);
        for (Frame frame : server.takeKept()) {
            what.paths().up().onFrame(frame);
        }
        server.link().send(goesOn());
        gone.complete(null);
        what.paths().down().hold(Hold.MOVING, false);
    }

    /** Tells a server that work that stands still goes on there. */
    private static Frame goesOn() {
        return Controls.frame(Control.newBuilder().setGoOn(GoOn.getDefaultInstance()).build());
    }

    /** A step of a move failed; the message says why. */
    public static final class MoveFailed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public MoveFailed(String message) {
            super(message);
        }
    }
}
