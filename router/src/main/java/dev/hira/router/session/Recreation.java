package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.Controls;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Rebuilt;
import dev.hira.wire.v1.RepeatChoices;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to recreate a session at a server, without the state that it had.
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
 * <p>A repeated call whose outcome at the dead server is unknown may fail: it has failed then. All
 * methods are called on the session's thread.
 */
final class Recreation {
    private static final int CHOICES_BYTES = 256 << 10;

    private final RouterSession session;
    private final MovableSession what;
    private final RouterServices services;
    private final Placed place;
    private final Outcome outcome;
    private final Duration limit;

    /** Whether all commands are repeated after the switch, instead of recorded calls before. */
    private final boolean repeats;

    private @Nullable NewServer server;
    private boolean over;

    /** Receives the end of an attempt. */
    interface Outcome {
        /** The objects exist, and {@link Recreation#takeOver} may follow. */
        void recreated();

        /**
         * The attempt failed; everything was given back.
         *
         * @param died whether the server's link ended while it repeated calls
         */
        void failed(String why, boolean died);
    }

    /**
     * @param place counted for the session; given back when the attempt fails
     * @param limit time for the work of the repeated calls
     */
    Recreation(
            RouterSession session,
            MovableSession what,
            RouterServices services,
            Placed place,
            Duration limit,
            Outcome outcome) {
        this.session = session;
        this.what = what;
        this.services = services;
        this.place = place;
        this.limit = limit;
        this.outcome = outcome;
        this.repeats = what.paths().links().areRepeatable();
    }

    void begin() {
        NewServer fresh =
                new NewServer(
                        session,
                        services,
                        what,
                        place,
                        what.openAt(place, services).setRebuilds(!repeats),
                        new AtNewServer());
        server = fresh;
        if (!repeats) {
            Replay calls = what.paths().journal().replayAll();
            sendChoices(fresh, calls.choices());
            fresh.calls(calls.frames());
        }
    }

    /** Ends the attempt. Idempotent. */
    void abandon(String why) {
        fail(why, false);
    }

    private void fail(String why, boolean died) {
        if (over) {
            return;
        }
        over = true;
        services.pool().release(place, what.vm());
        if (server != null) {
            server.close("the session is not recreated here: " + why);
        }
        outcome.failed(why, died);
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

    // --- the server

    boolean isTo(Link other) {
        return server != null && other.equals(server.link());
    }

    void onClosed(LinkStatus status) {
        Objects.requireNonNull(server).onClosed(status);
    }

    /** Sends recorded calls as long as the server takes them. */
    void pump() {
        Objects.requireNonNull(server).pump();
    }

    /** Handles a frame and releases it. */
    void onFrame(Frame frame) {
        Objects.requireNonNull(server).onFrame(frame);
    }

    private final class AtNewServer implements NewServer.Events {
        @Override
        public void answered() {
            if (repeats) {
                outcome.recreated();
            } else {
                Objects.requireNonNull(server)
                        .send(
                                Control.newBuilder()
                                        .setComeToRest(
                                                ComeToRest.newBuilder()
                                                        .setLimitNanos(limit.toNanos())));
            }
        }

        /** A call that may have failed at the dead server has failed; the books then forget it. */
        @Override
        public boolean mayFail(long call, String why) {
            boolean before = what.paths().journal().failedAgain(call);
            if (before) {
                what.ledger().failed(call);
            } else {
                fail(why, false);
            }
            return before;
        }

        @Override
        public boolean handles(Control control) {
            switch (control.getBodyCase()) {
                case AT_REST -> atRest(control.getAtRest().getProblem());
                case STATE_MOVED -> fail(control.getStateMoved().getProblem(), false);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private void atRest(String problem) {
            if (problem.isEmpty()) {
                outcome.recreated();
            } else {
                fail("the repeated calls did not end: " + problem, false);
            }
        }

        @Override
        public void gone(String why) {
            fail(why, Objects.requireNonNull(server).isOpen());
        }
    }

    // --- the switch

    /** Makes the server the session's. */
    void takeOver() {
        over = true;
        NewServer taken = Objects.requireNonNull(server);
        Link fresh = taken.link();
        if (!repeats) {
            fresh.send(
                    Controls.frame(Control.newBuilder().setRebuilt(Rebuilt.newBuilder()).build()));
        }
        what.moveTo(place, fresh, what.newPolicy(place, services, session), taken.quota());
        what.hideMemory();
        session.rebuiltAt(fresh, place);
        taken.takeKept().forEach(what.paths().up()::onReport);
    }
}
