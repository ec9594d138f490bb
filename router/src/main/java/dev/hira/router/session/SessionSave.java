package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.policy.NanoClock;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionMove.Round;
import dev.hira.router.session.place.MoveOrSave;
import dev.hira.router.session.place.NoServer;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.CheckpointKept;
import dev.hira.wire.v1.CheckpointSession;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.RoundCopied;
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
 *      │◀─── CopyRound ───────│                        │   round: memory, while the session works;
 *      │════ Give ═══════════▶│════ memory ═══════════▶│   as often as it pays, or not at all
 *      │──── RoundCopied ────▶│                        │
 *      │◀─── ComeToRest ──────│                        │   rest: commands of the guest are held
 *      │──── AtRest ─────────▶│─── what recreates it ─▶│
 *      │◀─── SendState ───────│                        │   offer
 *      │════ Give ═══════════▶│════ pieces of state ══▶│
 *      │──── StateMoved ─────▶│                        │
 * </pre>
 *
 * <p>Any thread may request a step; the work is done on the session's thread.
 *
 * <p>The router saves sessions by itself, too. Then work stands still instead of ending and is
 * saved with the rest, and other moves of the session take precedence.
 */
public final class SessionSave implements MoveOrSave {
    private final RouterSession session;
    private final MovableSession what;

    /** Whether the router does this by itself. */
    private final boolean unasked;

    /** The first step, which begins when the server has answered the orders of earlier moves. */
    private Runnable first = () -> {};

    private final CompletableFuture<Placed> begun = new CompletableFuture<>();
    private CompletableFuture<Round> round = CompletableFuture.completedFuture(Round.NONE);
    private final CompletableFuture<Saved> rested = new CompletableFuture<>();
    private final CompletableFuture<Long> offered = new CompletableFuture<>();
    private final CompletableFuture<Void> left = new CompletableFuture<>();
    private final OldServer server;
    private boolean held;
    private boolean over;
    private boolean displaced;

    /**
     * @param unasked whether the router does this by itself
     */
    SessionSave(RouterSession session, MovableSession what, boolean unasked, NanoClock clock) {
        this.session = session;
        this.what = what;
        this.unasked = unasked;
        this.server = new OldServer(session, this, clock);
    }

    /**
     * The saved session without its state.
     *
     * @param kept the records from which another router goes on with it; none: none can
     * @param calls frames with the recorded calls that recreate its objects; the caller owns them
     */
    public record Saved(CheckpointSession session, List<CheckpointKept> kept, List<Frame> calls) {
        public Saved {
            kept = List.copyOf(kept);
            calls = List.copyOf(calls);
        }
    }

    // --- the steps

    /** Waits for the end of other moves; returns the session's place. */
    public CompletableFuture<Placed> start() {
        session.execute(() -> start(() -> {}));
        return begun;
    }

    private void start(Runnable step) {
        first = step;
        if (!over && !session.place().tryBegin(this)) {
            displaced = true;
            end("a move of the session is under way");
        }
    }

    /** Whether it ended because of another change of the session's place. */
    boolean isDisplaced() {
        return displaced;
    }

    @Override
    public void begin() {
        begun.complete(session.place().placed());
        first.run();
    }

    /**
     * Makes the server give the memory that has changed since the last round, at first all, to the
     * caller that presents a token.
     */
    public CompletableFuture<Round> round(ByteString token) {
        CompletableFuture<Round> next = StepCompletions.roundWithin(left);
        session.execute(() -> {
            round = next;
            if (over) {
                next.completeExceptionally(new MoveFailed("the saving is over"));
            } else {
                server.copyRound("", token);
            }
        });
        return next;
    }

    /**
     * Holds the guest's commands and waits until all earlier ones have ended or, if the router does
     * this by itself, stand still. In the latter case functions of the guest end first.
     */
    public CompletableFuture<Saved> rest(Duration within) {
        session.execute(() -> {
            if (begun.isDone()) {
                beginRest(within);
            } else {
                start(() -> beginRest(within));
            }
        });
        return rested;
    }

    private void beginRest(Duration within) {
        if (unasked && !over) {
            server.endFunctions(within, this::hold);
        } else {
            hold(within);
        }
    }

    private void hold(Duration within) {
        if (over) {
            return;
        }
        held = true;
        what.paths().down().setHold(Hold.MOVING, true);
        what.paths()
                .links()
                .whenCaughtUp(() -> {
                    if (!over) {
                        server.comeToRest(within, unasked);
                    }
                });
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

    @Override
    public void giveWay() {
        if (unasked) {
            displaced = true;
            end("another move of the session begins");
        }
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
        displaced = true;
        end(why);
        server.gone();
    }

    private void end(String why) {
        if (over) {
            return;
        }
        over = true;
        session.place().moveEnded(this);
        MoveFailed failure = new MoveFailed(why);
        begun.completeExceptionally(failure);
        rested.completeExceptionally(failure);
        offered.completeExceptionally(failure);
        left.completeExceptionally(failure);
        server.endCopy();
        server.goOn();
        if (held) {
            what.paths().down().setHold(Hold.MOVING, false);
        }
        server.over();
    }

    // --- the server

    @Override
    public boolean fromOld(Control control) {
        if (!server.countAnswer(control)) {
            return false;
        }
        if (over) {
            server.over();
        } else if (control.hasAtRest()) {
            atRest(control.getAtRest());
        } else if (control.hasRoundCopied()) {
            copied(control.getRoundCopied());
        } else {
            given(control.getStateMoved());
        }
        return true;
    }

    private void copied(RoundCopied answer) {
        if (answer.getProblem().isEmpty()) {
            round.complete(new Round(answer.getBytes(), answer.getPending()));
        } else {
            end("the memory cannot be copied: " + answer.getProblem());
        }
    }

    private void atRest(AtRest answer) {
        if (server.functionsEnded(answer)) {
            return;
        }
        if (!answer.getProblem().isEmpty()) {
            end("the session cannot come to rest: " + answer.getProblem());
            return;
        }
        Replay replay = what.paths().journal().replay();
        Saved saved =
                new Saved(
                        description(answer, replay.calls()),
                        unasked ? List.of() : session.place().forAnotherRouter(),
                        replay.frames());
        if (!rested.complete(saved)) {
            saved.calls().forEach(Frame::release);
        }
    }

    private CheckpointSession description(AtRest rest, int calls) {
        OpenedSession parts = what.parts();
        Placed place = session.place().placed();
        return CheckpointSession.newBuilder()
                .setSession(session.id())
                .setProcess(parts.process())
                .setApi(parts.api().api())
                .setApiDigest(parts.api().digest())
                .setLastCall(what.paths().down().lastDecided())
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
