package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.SendState;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The saving of one session's state. Its steps are requested one after the other, each when the one
 * before is done. Then the session {@linkplain #goOn goes on}, or {@linkplain #leave leaves its
 * server} until its VM is resumed. When a step fails, or {@link #abandon} ends it, the session goes
 * on at its server.
 *
 * <pre>
 *   server                 router                     file
 *      │◀─── ComeToRest ──────│                        │   rest: commands of the guest are held
 *      │──── AtRest ─────────▶│─── what recreates it ─▶│
 *      │◀─── SendState ───────│                        │   offer
 *      │════ Give ═══════════▶│════ pieces of state ══▶│
 *      │──── StateMoved ─────▶│                        │
 * </pre>
 *
 * <p>Any thread may request a step; the work is done on the session's thread.
 */
public final class SessionSave implements Relocation {
    private final RouterSession session;
    private final MovableSession what;
    private final CompletableFuture<Saved> rested = new CompletableFuture<>();
    private final CompletableFuture<Long> offered = new CompletableFuture<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private Duration limit = Duration.ZERO;
    private boolean held;
    private boolean over;

    /** Orders that the server has not answered. */
    private int orders;

    SessionSave(RouterSession session, MovableSession what) {
        this.session = session;
        this.what = what;
    }

    /**
     * The saved session without its state.
     *
     * @param calls frames with the recorded calls that recreate its objects; the caller owns them
     */
    public record Saved(CheckpointSession session, List<Frame> calls) {
        public Saved {
            calls = List.copyOf(calls);
        }
    }

    // --- the steps

    /** Holds the guest's commands and waits until all earlier ones have ended. */
    public CompletableFuture<Saved> rest(Duration within) {
        session.execute(() -> {
            limit = within;
            if (!over && !session.place().begins(this)) {
                end("a move of the session is under way");
            }
        });
        return rested;
    }

    @Override
    public void begin() {
        held = true;
        what.paths().down().hold(Hold.MOVING, true);
        order(
                Control.newBuilder()
                        .setComeToRest(ComeToRest.newBuilder().setLimitNanos(limit.toNanos())));
    }

    /**
     * Makes the server give the state to the caller that presents a token; returns the bytes of
     * device memory that were given.
     */
    public CompletableFuture<Long> offer(ByteString token) {
        session.execute(() ->
                order(Control.newBuilder().setSendState(SendState.newBuilder().setToken(token))));
        return offered;
    }

    /** Lets the guest's commands go on. */
    public void goOn() {
        session.execute(() -> end("the state is saved"));
    }

    /** Leaves the server. The guest's commands are held until the session has another one. */
    public CompletableFuture<Void> leave() {
        session.execute(() -> {
            if (!over) {
                over = true;
                NoServer nowhere = new NoServer();
                what.paths().links().moveTo(nowhere);
                what.store();
                session.place().leaveServer(this, nowhere);
                left.complete(null);
            }
        });
        return left;
    }

    /** Ends the saving, unless the session has left its server. */
    @Override
    public void abandon(String why) {
        session.execute(() -> end(why));
    }

    // --- its end

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void sessionEnded() {
        end("the session '" + session.id() + "' ended");
    }

    @Override
    public void serverGone(String why) {
        end(why);
        orders = 0;
        session.place().answered(this);
    }

    private void end(String why) {
        if (over) {
            return;
        }
        over = true;
        session.place().isOver(this);
        MoveFailed failure = new MoveFailed(why);
        rested.completeExceptionally(failure);
        offered.completeExceptionally(failure);
        left.completeExceptionally(failure);
        if (held) {
            what.paths().down().hold(Hold.MOVING, false);
        }
        if (orders == 0) {
            session.place().answered(this);
        }
    }

    // --- the server

    private void order(Control.Builder control) {
        if (!over) {
            orders++;
            session.links().server().send(Controls.frame(control.build()));
        }
    }

    @Override
    public boolean fromOld(Control control) {
        if (orders == 0 || !(control.hasAtRest() || control.hasStateMoved())) {
            return false;
        }
        orders--;
        if (over) {
            if (orders == 0) {
                session.place().answered(this);
            }
        } else if (control.hasAtRest()) {
            atRest(control.getAtRest());
        } else {
            given(control.getStateMoved());
        }
        return true;
    }

    private void atRest(AtRest answer) {
        if (!answer.getProblem().isEmpty()) {
            end("the session cannot come to rest: " + answer.getProblem());
            return;
        }
        Replay replay = what.paths().journal().replay();
        Saved saved = new Saved(description(answer, replay.calls()), replay.frames());
        if (!rested.complete(saved)) {
            saved.calls().forEach(Frame::release);
        }
    }

    private CheckpointSession description(AtRest rest, int calls) {
        SessionParts parts = what.parts();
        Placed place = session.place().placed();
        return CheckpointSession.newBuilder()
                .setSession(session.id())
                .setProcess(parts.process())
                .setApi(parts.api().api())
                .setApiDigest(parts.api().digest())
                .setLastCall(what.paths().down().lastJudged())
                .setDevices(place.ordinals().size())
                .setGranule(place.granule())
                .setArena(what.hasArena())
                .setRest(rest)
                .setCalls(calls)
                .build();
    }

    private void given(StateMoved moved) {
        if (moved.getProblem().isEmpty()) {
            offered.complete(moved.getBytes());
        } else {
            end("the server could not give the session's state: " + moved.getProblem());
        }
    }
}
