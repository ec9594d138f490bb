package dev.hira.router.judge;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.hira.router.books.Ledger;
import dev.hira.router.journal.Journal;
import dev.hira.router.meter.RouterMeters;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Chosen;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Released;
import java.util.function.LongConsumer;

/**
 * The path of replies from a server to its guest. Frames go on as they came; the books note
 * successes, failures and deaths before the guest can see them.
 */
public final class UpPath {
    private final SessionLinks links;
    private final Ledger ledger;
    private final Journal journal;
    private final WorkEnds work;
    private final ServerMemory memory;
    private final ServerLoss loss;
    private final LongConsumer callbacks;
    private final ControlSink controls;
    private final RouterMeters meters;
    private final PathCounters counters;
    private final RecordCursor cursor = new RecordCursor();
    private boolean closed;

    UpPath(
            SessionLinks links,
            Ledger ledger,
            Journal journal,
            WorkEnds work,
            ServerMemory memory,
            ServerLoss loss,
            LongConsumer callbacks,
            ControlSink controls,
            RouterMeters meters,
            PathCounters counters) {
        this.links = links;
        this.ledger = ledger;
        this.journal = journal;
        this.work = work;
        this.memory = memory;
        this.loss = loss;
        this.callbacks = callbacks;
        this.controls = controls;
        this.meters = meters;
        this.counters = counters;
    }

    /**
     * Handles a frame from the server.
     *
     * @throws MalformedFrameException when it breaks the protocol; the caller must close the
     *     session
     */
    public void onFrame(Frame frame) {
        try {
            meters.up(frame.records(), frame.size());
            counters.up(frame.records(), frame.size());
            cursor.wrap(frame);
            while (!closed && cursor.next()) {
                note(frame);
            }
        } catch (RuntimeException e) {
            frame.release();
            throw e;
        }
        if (closed || frame.audience() == FrameLayout.AUDIENCE_HOP) {
            frame.release();
        } else {
            links.up(frame);
        }
        if (!closed) {
            work.frameEnded();
        }
    }

    /**
     * Notes the reports of another server about objects that repeated calls created there. Releases
     * the frame.
     */
    public void onReport(Frame frame) {
        try {
            cursor.wrap(frame);
            while (!closed && cursor.next()) {
                if (cursor.kind() == RecordKinds.CONTROL) {
                    noteForBooks(Controls.parse(frame, cursor));
                }
            }
        } finally {
            frame.release();
        }
    }

    /** Stops passing frames on. */
    public void close() {
        closed = true;
    }

    private void note(Frame frame) {
        switch (cursor.kind()) {
            case RecordKinds.REPLY -> noteReply(frame);
            case RecordKinds.FAILED -> noteFailure();
            case RecordKinds.DONE -> noteDone(frame);
            case RecordKinds.CONTROL -> noteControl(Controls.parse(frame, cursor));
            case RecordKinds.CALLBACK -> callbacks.accept(cursor.callId());
            case RecordKinds.OUTPUT -> {}
            default ->
                    throw new MalformedFrameException(
                            "a server does not send records of kind " + cursor.kind());
        }
    }

    private void noteReply(Frame frame) {
        loss.answered(cursor.callId());
        if ((cursor.flags() & RecordFlags.ERROR) != 0) {
            noteFailure();
        } else {
            ledger.answered(cursor.callId());
            journal.answered(cursor, frame);
        }
    }

    private void noteFailure() {
        ledger.failed(cursor.callId());
        journal.failed(cursor.lane(), cursor.callId());
    }

    private void noteDone(Frame frame) {
        if (frame.audience() != FrameLayout.AUDIENCE_HOP) {
            throw new MalformedFrameException(
                    "a record of kind DONE is for the router, but came addressed to the guest");
        }
        work.done(cursor);
    }

    private void noteControl(Control control) {
        if (!noteForBooks(control)) {
            controls.onControl(control);
        }
    }

    /** Notes a message about objects and work; false: it is about something else. */
    @CanIgnoreReturnValue
    private boolean noteForBooks(Control control) {
        switch (control.getBodyCase()) {
            case RELEASED -> noteDeaths(control.getReleased());
            case RUNNING -> work.running(control.getRunning());
            case MEMORY_HELD -> memory.held(control.getMemoryHeld());
            case CHOSEN -> noteChoices(control.getChosen());
            case IDENTIFIED -> work.identified(control.getIdentified());
            default -> {
                return false;
            }
        }
        return true;
    }

    private void noteChoices(Chosen chosen) {
        if (chosen.getCallsCount() != chosen.getChoicesCount()) {
            throw new MalformedFrameException(
                    chosen.getChoicesCount()
                            + " choices are for "
                            + chosen.getCallsCount()
                            + " objects");
        }
        for (int i = 0; i < chosen.getCallsCount(); i++) {
            journal.chosen(chosen.getCalls(i), chosen.getChoices(i));
        }
    }

    private void noteDeaths(Released dead) {
        boolean named = dead.getCallsCount() == 0;
        if (!named && dead.getCallsCount() != dead.getNamesCount()) {
            throw new MalformedFrameException(
                    dead.getNamesCount()
                            + " objects died that "
                            + dead.getCallsCount()
                            + " calls had created");
        }
        for (int i = 0; i < dead.getNamesCount(); i++) {
            if (named) {
                ledger.released(dead.getNames(i));
                journal.releasedName(dead.getNames(i));
            } else {
                ledger.released(dead.getNames(i), dead.getCalls(i));
                journal.released(dead.getCalls(i));
            }
        }
    }
}
