package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.router.journal.Replay;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Rebuilt;
import dev.hira.wire.v1.RepeatChoices;
import java.time.Duration;
import java.util.List;

/**
 * An attempt to recreate a session's objects, without the state that they had.
 *
 * <pre>
 *   router                     server
 *      │── Open (rebuilds) ─────▶│
 *      │◀────────────── Opened ──│
 *      │── RepeatChoices ───────▶│
 *      │── recorded calls ──────▶│
 *      │◀───────── all replies ──│
 *      │── ComeToRest ──────────▶│   so that no report about repeated calls comes later
 *      │◀────────────── AtRest ──│
 *      │── Rebuilt ─────────────▶│
 * </pre>
 *
 * <p>A repeated call whose outcome at the dead server is unknown may fail: it has failed then.
 */
final class ObjectsOnly extends RebuildAttempt {
    private static final int CHOICES_BYTES = 256 << 10;

    private final Duration limit;

    /**
     * @param place counted for the session; given back when the attempt fails
     * @param limit time for the work of the repeated calls
     */
    ObjectsOnly(
            RouterSession session,
            MovableSession what,
            RouterServices services,
            Placed place,
            Duration limit,
            Outcome outcome) {
        super(session, what, services, place, outcome);
        this.limit = limit;
    }

    @Override
    void begin() {
        NewServer fresh = connect();
        fresh.open(what.openAt(place, services).setRebuilds(true));
        Replay calls = what.paths().journal().replayAll();
        sendChoices(fresh, calls.choices());
        fresh.calls(calls.frames());
    }

    private static void sendChoices(NewServer to, List<ByteString> choices) {
        RepeatChoices.Builder part = RepeatChoices.newBuilder();
        int bytes = 0;
        for (ByteString each : choices) {
            if (bytes + each.size() > CHOICES_BYTES && bytes != 0) {
                to.send(Control.newBuilder().setRepeatChoices(part));
                part.clear();
                bytes = 0;
            }
            part.addChoices(each);
            bytes += each.size();
        }
        to.send(Control.newBuilder().setRepeatChoices(part.setLast(true)));
    }

    @Override
    public void answered() {
        server().send(
                        Control.newBuilder()
                                .setComeToRest(
                                        ComeToRest.newBuilder().setLimitNanos(limit.toNanos())));
    }

    /** A call that may have failed at the dead server has failed; the books then forget it. */
    @Override
    public boolean callFailed(long call, String why) {
        if (!what.paths().journal().failedAgain(call)) {
            return super.callFailed(call, why);
        }
        what.ledger().failed(call);
        return true;
    }

    @Override
    public boolean handle(Control control) {
        if (control.hasAtRest()) {
            atRest(control.getAtRest().getProblem());
        } else if (control.hasStateMoved()) {
            fail(control.getStateMoved().getProblem(), false);
        }
        return control.hasAtRest() || control.hasStateMoved();
    }

    private void atRest(String problem) {
        if (problem.isEmpty()) {
            outcome.recreated();
        } else {
            fail("the repeated calls did not end: " + problem, false);
        }
    }

    @Override
    boolean repeatsWork() {
        return false;
    }

    @Override
    Control.Builder lastWord() {
        return Control.newBuilder().setRebuilt(Rebuilt.newBuilder());
    }
}
