package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionKeeper.KeptState;
import dev.hira.router.session.SessionSave.Saved;
import dev.hira.wire.Frame;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.AwaitState;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.TakeState;
import org.jspecify.annotations.Nullable;

/**
 * An attempt to restore a session's last checkpoint, or to open it anew if there is none; the
 * commands since then are repeated after the switch.
 *
 * <pre>
 *   checkpoint             router                     server
 *      │═ objects ═══════════▶│── Open (takes over) ──▶│
 *      │                      │── recorded calls ─────▶│
 *      │                      │◀──────── all replies ──│
 *      │                      │── AwaitState, TakeState▶│
 *      │═ pieces of state ═══▶│════ Take ═════════════▶│
 *      │                      │◀────────── StateMoved ─│
 *      │                      │── GoOn ───────────────▶│
 * </pre>
 *
 * <p>The pieces are sent when all objects exist: memory for others would be dropped.
 */
final class Repetition extends RebuildAttempt {
    private static final int TOKEN_BYTES = 32;

    private final @Nullable KeptState kept;
    private AtRest rest = AtRest.getDefaultInstance();

    /**
     * @param place counted for the session; given back when the attempt fails
     * @param kept the last checkpoint; null: there is none
     */
    Repetition(
            RouterSession session,
            MovableSession what,
            RouterServices services,
            Placed place,
            @Nullable KeptState kept,
            Outcome outcome) {
        super(session, what, services, place, outcome);
        this.kept = kept;
    }

    @Override
    void begin() {
        if (kept == null) {
            connect().open(what.openAt(place, services));
        } else {
            read(kept);
        }
    }

    private void read(KeptState state) {
        var _ =
                state.read()
                        .whenComplete((saved, failure) ->
                                session.execute(() -> {
                                    if (saved == null) {
                                        fail(String.valueOf(failure.getMessage()), false);
                                    } else {
                                        open(saved);
                                    }
                                }));
    }

    private void open(Saved saved) {
        if (isOver()) {
            saved.calls().forEach(Frame::release);
            return;
        }
        rest = saved.session().getRest();
        NewServer fresh = connect();
        fresh.takeOver(rest.getPlacements());
        fresh.calls(saved.calls());
        fresh.failures(rest);
    }

    @Override
    public void answered() {
        if (kept == null) {
            outcome.recreated();
        } else {
            restore(kept);
        }
    }

    private void restore(KeptState state) {
        byte[] secret = new byte[TOKEN_BYTES];
        services.random().nextBytes(secret);
        ByteString token = ByteString.copyFrom(secret);
        server().send(
                        Control.newBuilder()
                                .setAwaitState(
                                        AwaitState.newBuilder().setToken(token).setAhead(true)));
        server().send(
                        Control.newBuilder()
                                .setTakeState(
                                        TakeState.newBuilder()
                                                .setPlacements(rest.getPlacements())));
        var _ =
                state.send(place, token)
                        .exceptionally(failure -> {
                            session.execute(
                                    () -> fail(String.valueOf(failure.getMessage()), false));
                            return null;
                        });
    }

    @Override
    public boolean handle(Control control) {
        if (control.hasStateMoved()) {
            String problem = control.getStateMoved().getProblem();
            if (problem.isEmpty()) {
                outcome.recreated();
            } else {
                fail("the server could not take the state: " + problem, false);
            }
        }
        // The books know released objects: they have died before.
        return control.hasStateMoved() || control.hasReleased();
    }

    @Override
    boolean repeatsWork() {
        return true;
    }

    @Override
    Control.@Nullable Builder lastWord() {
        return kept == null ? null : Control.newBuilder().setGoOn(GoOn.getDefaultInstance());
    }
}
