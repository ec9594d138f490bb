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

/**
 * An attempt to restore a session's last checkpoint; the commands since then are repeated after the
 * switch.
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
final class FromCheckpoint extends Recreation {
    private static final int TOKEN_BYTES = 32;

    private final KeptState kept;
    private AtRest rest = AtRest.getDefaultInstance();

    /**
     * @param place counted for the session; given back when the attempt fails
     */
    FromCheckpoint(
            RouterSession session,
            MovableSession what,
            RouterServices services,
            Placed place,
            KeptState kept,
            Outcome outcome) {
        super(session, what, services, place, outcome);
        this.kept = kept;
    }

    @Override
    void begin() {
        var _ =
                kept.read()
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
        fresh.failures(rest);
        fresh.calls(saved.calls());
    }

    @Override
    public void answered() {
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
                kept.send(place, token)
                        .exceptionally(failure -> {
                            session.execute(
                                    () -> fail(String.valueOf(failure.getMessage()), false));
                            return null;
                        });
    }

    @Override
    public boolean handles(Control control) {
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
    Control.Builder lastWord() {
        return Control.newBuilder().setGoOn(GoOn.getDefaultInstance());
    }
}
