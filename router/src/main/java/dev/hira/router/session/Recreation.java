package dev.hira.router.session;

import com.google.protobuf.ByteString;
import dev.hira.link.Link;
import dev.hira.router.journal.Replay;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.ReplyProblem;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.ComeToRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Rebuilt;
import dev.hira.wire.v1.RepeatChoices;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

    private final RecordCursor cursor = new RecordCursor();
    private final Deque<Frame> toSend = new ArrayDeque<>();

    /** Messages of the server for the router's books. */
    private final List<Frame> kept = new ArrayList<>();

    private @Nullable Link link;
    private long quota;
    private int unanswered;
    private boolean opened;
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
        Link fresh = session.dial(place.server());
        link = fresh;
        session.attachNew(fresh);
        Open.Builder open = what.openAt(place, services).setRebuilds(!repeats);
        quota = open.getDeviceMemory();
        send(Control.newBuilder().setOpen(open));
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
        if (link != null) {
            link.close(new LinkStatus(Cause.NORMAL, "the session is not recreated here: " + why));
        }
        drop(toSend);
        drop(kept);
        outcome.failed("'" + place.server().name() + "': " + why, died);
    }

    private static void drop(Iterable<Frame> frames) {
        frames.forEach(Frame::release);
    }

    private void send(Control.Builder control) {
        if (!over) {
            Objects.requireNonNull(link).send(Controls.frame(control.build()));
        }
    }

    // --- the server

    boolean isTo(Link other) {
        return other.equals(link);
    }

    void onClosed(LinkStatus status) {
        fail(status.message(), opened);
    }

    /** Sends recorded calls as long as the server takes them. */
    void pump() {
        Link fresh = link;
        while (fresh != null && opened && !toSend.isEmpty() && fresh.isWritable()) {
            fresh.send(toSend.remove());
        }
    }

    /** Handles a frame and releases it. */
    void onFrame(Frame frame) {
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
            answered();
        }
        return false;
    }

    private boolean note(Control control) {
        switch (control.getBodyCase()) {
            case OPENED -> opened(control.getOpened());
            case AT_REST -> atRest(control.getAtRest().getProblem());
            case STATE_MOVED -> fail(control.getStateMoved().getProblem(), false);
            default -> {
                return true;
            }
        }
        return false;
    }

    private void opened(Opened answer) {
        if (what.hasArena() && !answer.getUsesMemory()) {
            fail("it cannot map the session's shared memory", false);
            return;
        }
        opened = true;
        if (repeats) {
            outcome.recreated();
        } else {
            replay();
        }
    }

    private void replay() {
        Replay calls = what.paths().journal().replayAll();
        sendChoices(calls.choices());
        for (Frame frame : calls.frames()) {
            unanswered += frame.records();
            toSend.add(frame);
        }
        pump();
        if (unanswered == 0) {
            rest();
        }
    }

    private void sendChoices(List<ByteString> choices) {
        RepeatChoices.Builder part = RepeatChoices.newBuilder();
        int bytes = 0;
        for (ByteString each : choices) {
            if (bytes + each.size() > CHOICES_BYTES && bytes != 0) {
                send(Control.newBuilder().setRepeatChoices(part));
                part.clear();
                bytes = 0;
            }
            part.addChoices(each);
            bytes += each.size();
        }
        send(Control.newBuilder().setRepeatChoices(part.setLast(true)));
    }

    private void answered() {
        boolean failed = (cursor.flags() & RecordFlags.ERROR) != 0;
        if (failed && !failedBefore(cursor.callId())) {
            fail("a recorded call failed: " + ReplyProblem.of(cursor), false);
        } else if (--unanswered == 0) {
            rest();
        }
    }

    /** Whether a call that failed may have failed at the dead server; the books then forget it. */
    private boolean failedBefore(long call) {
        if (!what.paths().journal().failedAgain(call)) {
            return false;
        }
        what.ledger().failed(call);
        return true;
    }

    private void rest() {
        send(
                Control.newBuilder()
                        .setComeToRest(ComeToRest.newBuilder().setLimitNanos(limit.toNanos())));
    }

    private void atRest(String problem) {
        if (problem.isEmpty()) {
            outcome.recreated();
        } else {
            fail("the repeated calls did not end: " + problem, false);
        }
    }

    // --- the switch

    /** Makes the server the session's. */
    void takeOver() {
        over = true;
        Link fresh = Objects.requireNonNull(link);
        if (!repeats) {
            fresh.send(
                    Controls.frame(Control.newBuilder().setRebuilt(Rebuilt.newBuilder()).build()));
        }
        what.moveTo(place, fresh, what.newPolicy(place, services, session), quota);
        what.hideMemory();
        session.rebuiltAt(fresh, place);
        kept.forEach(what.paths().up()::onReport);
        kept.clear();
    }
}
