package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.policy.SessionPolicy;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionMove.MoveFailed;
import dev.hira.router.session.SessionMove.Round;
import dev.hira.router.session.place.IncomingServer;
import dev.hira.router.session.place.MoveOrSave;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of a {@link SessionMove}: lets the session rest at its {@linkplain OldServer old
 * server}, completes its {@linkplain Successor successor}, and lets that take its place.
 *
 * <p>Belongs to the session's thread.
 */
final class ServerChange implements MoveOrSave {
    private static final Logger LOG = LoggerFactory.getLogger(ServerChange.class);

    private final RouterSession session;
    private final RouterServices services;
    private final MovableSession what;
    private final Placed target;

    /** What the last server reported at rest; null unless the session is suspended. */
    private final @Nullable AtRest saved;

    private final StepCompletions steps = new StepCompletions();
    private final OldServer old;
    private final Successor next;

    /** The first step, which begins when the server has answered the orders of earlier moves. */
    private Runnable first = () -> {};

    private boolean begun;
    private AtRest rest = AtRest.getDefaultInstance();
    private boolean sendsState;

    /** Whether the steps at rest follow each other. */
    private boolean advances;

    /** Whether commands that give work to a device wait. */
    private boolean settles;

    private boolean held;
    private boolean over;

    /** The policy for the new devices; null: it is not open yet. */
    private @Nullable SessionPolicy policy;

    /** Whether the books show a suspended session's holdings at the new devices. */
    private boolean booked;

    ServerChange(
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
        this.old = new OldServer(session, this, services.nanoClock());
        this.next = new Successor(session, services, what, target, new AtNewServer());
    }

    /** The ends of the steps. Any thread. */
    StepCompletions steps() {
        return steps;
    }

    // --- ahead, while the session works

    /** Opens the session at the new server and repeats the recorded calls. */
    void openAhead() {
        start(() -> {
            next.prepareAhead();
            old.tellPlacements();
        });
    }

    /** Repeats the calls that were recorded since, and copies the memory that has changed. */
    void round(int slowdown, CompletableFuture<Round> end) {
        steps.begin(end);
        if (over) {
            end.completeExceptionally(new MoveFailed("the move is over"));
        } else {
            copyRound(slowdown);
        }
    }

    private void placed(Placements answer) {
        if (answer.getProblem().isEmpty()) {
            next.openAhead(answer.getPlacements());
        } else {
            fail("the session cannot be moved: " + answer.getProblem());
        }
    }

    private void copyRound(int slowdown) {
        if (next.repeatTail()) {
            old.copyRound(uri(), next.token(), slowdown);
        } else {
            giveUpAhead("a recorded call has failed, or too many were made");
            steps.endRound(Round.NONE);
        }
    }

    private void roundCopied(RoundCopied answer) {
        if (!next.isAhead()) {
            steps.endRound(Round.NONE);
        } else if (answer.getProblem().isEmpty()) {
            steps.endRound(new Round(answer.getBytes(), answer.getPending()));
        } else {
            fail("the memory cannot be copied: " + answer.getProblem());
        }
    }

    /** Leaves the session that was opened ahead; another one is opened at rest. */
    private void giveUpAhead(String why) {
        if (!next.isAhead()) {
            return;
        }
        LOG.atInfo()
                .addKeyValue("session", session.id())
                .log("the session is recreated once more, at rest: {}", why);
        leave(why);
        steps.opened.complete(0);
        if (steps.recreated.isDone() && old.isIdle()) {
            next.openAtRest(rest);
        }
    }

    // --- at rest

    /** Makes work stand still while the guest's commands without work go on. */
    void settle(Duration limit) {
        if (begun && !over) {
            beginSettling(limit);
        } else {
            start(() -> beginSettling(limit));
        }
    }

    private void beginSettling(Duration limit) {
        old.endFunctions(limit, this::holdWork);
    }

    private void holdWork(Duration limit) {
        settles = true;
        what.paths().down().holdWork(true);
        what.paths()
                .links()
                .whenCaughtUp(() -> {
                    if (!over) {
                        old.settle(limit);
                    }
                });
    }

    /** Holds the guest's commands and waits until the session is at rest. */
    void rest(Duration limit) {
        if (begun && !over) {
            beginRest(limit);
        } else {
            start(() -> beginRest(limit));
        }
    }

    /** Takes all steps at rest. */
    void moveAtRest(Duration limit) {
        advances = true;
        rest(limit);
    }

    private void beginRest(Duration limit) {
        if (saved != null) {
            rest = saved;
            steps.rested.complete(null);
            return;
        }
        held = true;
        what.paths().down().setHold(Hold.MOVING, true);
        what.paths()
                .links()
                .whenCaughtUp(() -> {
                    if (!over) {
                        old.comeToRest(limit, true);
                    }
                });
    }

    private void atRest(AtRest answer) {
        if (old.functionsEnded(answer)) {
            return;
        }
        if (answer.getProblem().isEmpty() && !held) {
            steps.settled.complete(null);
        } else if (answer.getProblem().isEmpty()) {
            rest = answer;
            steps.rested.complete(null);
            if (advances) {
                recreate();
                copy();
            }
        } else {
            fail("the session cannot come to rest: " + answer.getProblem());
        }
    }

    /** Completes the session at the new server. */
    void recreate() {
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
        if (next.complete(rest)) {
            steps.recreated.complete(next.calls());
        } else {
            giveUpAhead("a recorded call has failed, or a thread uses an object that is gone");
            next.openAtRest(rest);
        }
    }

    /** Copies the state, now or as soon as all repeated calls are answered. */
    void copy() {
        sendsState = true;
        if (!over && next.isReadyForState()) {
            sendState();
        }
    }

    /** Makes the new server take the state from the caller that presents a token. */
    void take(ByteString token) {
        if (!over) {
            next.awaitState(token);
        }
    }

    private void sendState() {
        next.awaitState();
        old.sendState(uri(), next.token());
        session.execute(() -> {
            if (!over) {
                openPolicy();
            }
        });
    }

    /** Opens the policy for the new devices, while the servers are busy with the state. */
    private void openPolicy() {
        if (policy == null) {
            policy = what.newPolicy(target, services, session);
        }
    }

    private void stateSent(StateMoved answer) {
        if (next.server() == null) { // the session ahead was left meanwhile
            next.openAtRest(rest);
        } else {
            stateMoved(answer, "could not send its state", this::fail);
        }
    }

    private void stateMoved(StateMoved moved, String failure, Consumer<String> end) {
        if (moved.getProblem().isEmpty()) {
            next.noteBytes(moved.getBytes());
            return;
        }
        String why = "a server " + failure + ": " + moved.getProblem();
        if (next.isAhead() && steps.rested.isDone()) {
            giveUpAhead(why);
        } else {
            end.accept(why);
        }
    }

    private String uri() {
        return target.server().uri().toString();
    }

    // --- the switch

    /** Lets the guest's commands go on at the new server. */
    void switchOver() {
        if (over) {
            return;
        }
        over = true;
        NewServer server = Objects.requireNonNull(next.server());
        what.paths().journal().endTail();
        openPolicy();
        what.moveTo(target, server, Objects.requireNonNull(policy), true);
        Link former = session.place().switchTo(server.link(), target, this);
        for (Frame frame : server.takeKept()) {
            what.paths().up().onFrame(frame);
        }
        what.paths()
                .links()
                .down(
                        Controls.frame(
                                Control.newBuilder().setGoOn(GoOn.getDefaultInstance()).build()));
        release();
        steps.switched.complete(null);
        session.place().leaveLater(former, what::hideMemory);
    }

    // --- its course

    private void start(Runnable step) {
        first = step;
        if (!over && !session.place().tryBegin(this)) {
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

    @Override
    public boolean needsNoServer() {
        return !over && next.hasArrived();
    }

    /** Ends the move, unless the guest's commands go on at the new server already. */
    @Override
    public void abandon(String why) {
        session.execute(() -> fail(why));
    }

    /** Fails because the new server does not take the session. */
    private void refused(String why) {
        if (!over) {
            steps.refused(why);
            fail(why);
        }
    }

    private void fail(String why) {
        if (over) {
            return;
        }
        over = true;
        session.place().moveEnded(this);
        services.pool().release(target, what.vm());
        leave(why);
        if (booked) {
            what.store();
        }
        steps.fail(new MoveFailed(why));
        if (policy != null) {
            policy.close();
        }
        old.goOn();
        if (held || settles) {
            release();
        }
        old.over();
    }

    /** Lets the guest's commands go on. */
    private void release() {
        if (settles) {
            what.paths().down().holdWork(false);
        }
        what.paths().down().setHold(Hold.MOVING, false);
    }

    private void leave(String why) {
        next.leave(why);
        old.endCopy();
    }

    // --- the session and its servers

    /** Ends the move because the session has ended. */
    @Override
    public void sessionEnded() {
        fail("the session '" + session.id() + "' ended");
    }

    @Override
    public void serverGone(String why) {
        fail(why);
        old.gone();
    }

    /** Handles a message of the old server; false when it does not concern the move. */
    @Override
    public boolean fromOld(Control control) {
        if (!old.countAnswer(control)) {
            return false;
        }
        if (over) {
            old.over();
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

    @Override
    public @Nullable IncomingServer incoming() {
        return next.server();
    }

    /** The events at the new server. */
    private final class AtNewServer implements NewServer.Events {
        @Override
        public void answered() {
            if (!steps.rested.isDone()) {
                steps.opened.complete(next.calls());
            } else if (!next.isAhead()) {
                steps.recreated.complete(next.calls());
                if (sendsState) {
                    sendState();
                }
            }
        }

        @Override
        public boolean callFailed(long call, String why) {
            if (next.isAhead()) {
                giveUpAhead(why);
            } else {
                refused(why);
            }
            return false;
        }

        @Override
        public boolean handle(Control control) {
            if (control.hasStateMoved()) {
                arrived(control.getStateMoved());
            }
            // The books know released objects: they have died before.
            return control.hasStateMoved() || control.hasReleased();
        }

        private void arrived(StateMoved moved) {
            stateMoved(moved, "could not take the state", ServerChange.this::refused);
            if (moved.getProblem().isEmpty()) {
                next.arrived();
                steps.copied.complete(next.bytes());
            }
        }

        @Override
        public void gone(String why) {
            refused(why);
        }
    }
}
