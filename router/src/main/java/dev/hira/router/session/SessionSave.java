package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.Control;
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
    private final OldServer server;
    private final CompletableFuture<Saved> rested = new CompletableFuture<>();
    private final CompletableFuture<Long> offered = new CompletableFuture<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private Duration limit = Duration.ZERO;
    private boolean held;
    private boolean over;

    SessionSave(RouterSession session, MovableSession what) {
        this.session = session;
        this.what = what;
        this.server = new OldServer(session, this);
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
            if (!over && !session.begins(this)) {
                end("a move of the session is under way");
            }
        });
        return rested;
    }

    @Override
    public void begin() {
        held = true;
        what.paths().down().hold(Hold.MOVING, true);
        server.comeToRest(limit, false);
    }

    /**
     * Makes the server give the state to the caller that presents a token; returns the bytes of
     * device memory that were given.
     */
    public CompletableFuture<Long> offer(ByteString token) {
        session.execute(() -> {
            if (!over) {
                server.sendState("", token);
            }
        });
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
                session.leaveServer(this, nowhere);
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
        server.gone();
    }

    private void end(String why) {
        if (over) {
            return;
        }
        over = true;
        session.isOver(this);
        MoveFailed failure = new MoveFailed(why);
        rested.completeExceptionally(failure);
        offered.completeExceptionally(failure);
        left.completeExceptionally(failure);
        if (held) {
            what.paths().down().hold(Hold.MOVING, false);
        }
        server.over();
    }

    // --- the server

    @Override
    public boolean fromOld(Control control) {
        if (!server.hasAnswered(control)) {
            return false;
        }
        if (over) {
            server.over();
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
        Placed place = session.placed();
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
