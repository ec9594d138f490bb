package dev.hira.router.judge;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import com.google.protobuf.ByteString;
import dev.hira.router.books.Ledger;
import dev.hira.router.journal.Journal;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.CommandLog;
import dev.hira.router.judge.link.RepetitionFailedException;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.trace.CallTrace;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Chosen;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Printed;
import dev.hira.wire.v1.Released;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import dev.hira.wire.v1.Traced;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The path of frames from a server to its guest. Frames for the router end here; others go on as
 * they came, except for records that an earlier server has sent already. The books note successes,
 * failures and deaths before the guest can see them.
 */
public final class UpPath {
    /** More numbers than one server can use for callbacks. */
    private static final long CALLBACKS_OF_A_SERVER = 1L << 32;

    private final SessionLinks links;
    private final FrameCutter cutter;
    private final Ledger ledger;
    private final Journal journal;
    private final WorkEnds work;
    private final ServerMemory memory;
    private final PendingReleases releases;
    private final ServerLoss loss;
    private final LongConsumer callbacks;
    private final ControlSink controls;
    private final RouterMeters meters;
    private final PathCounters counters;
    private final RecordCursor cursor = new RecordCursor();
    private boolean closed;

    /** Receives what happens to calls; null while the session is not traced. */
    private @Nullable CallTrace trace;

    /** The number of the last callback before the router was restarted. */
    private long callbacksBefore;

    private long lastCallback;

    /** The number after which the newest server numbers its callbacks. */
    private long callbacksOfServer;

    private final Function<RecordCursor, String> told;

    UpPath(
            SessionLinks links,
            Ledger ledger,
            Journal journal,
            WorkEnds work,
            ServerMemory memory,
            PendingReleases releases,
            ServerLoss loss,
            LongConsumer callbacks,
            ControlSink controls,
            RouterMeters meters,
            PathCounters counters) {
        this.links = links;
        this.cutter = new FrameCutter(links::up);
        this.ledger = ledger;
        this.journal = journal;
        this.work = work;
        this.memory = memory;
        this.releases = releases;
        this.loss = loss;
        this.callbacks = callbacks;
        this.controls = controls;
        this.meters = meters;
        this.counters = counters;
        this.told = journal::told;
    }

    /**
     * Handles a frame from the server.
     *
     * @throws MalformedFrameException when it breaks the protocol; the caller must close the
     *     session
     * @throws RepetitionFailedException when a repeated call failed that had succeeded; the records
     *     before its answer have gone on
     */
    public void onFrame(Frame frame) {
        try {
            meters.up(frame.records(), frame.size());
            counters.up(frame.records(), frame.size());
            cutter.begin(frame);
            cursor.wrap(frame);
            while (!closed && cursor.next()) {
                pass(frame);
            }
        } catch (RepetitionFailedException e) {
            if (frame.audience() != FrameLayout.AUDIENCE_HOP) {
                cutter.cutBefore(cursor); // the next server's copies of these records are dropped
            }
            cutter.drop();
            throw e;
        } catch (RuntimeException e) {
            cutter.drop();
            throw e;
        }
        if (closed || frame.audience() == FrameLayout.AUDIENCE_HOP) {
            cutter.drop();
        } else {
            cutter.end();
        }
        if (!closed) {
            links.handledUp();
            work.frameEnded();
            releases.frameEnded();
            links.pump();
        }
    }

    /** Notes a record, and lets it go on unless an earlier server had sent it. */
    private void pass(Frame frame) {
        if (note(frame)) {
            cutter.admit();
        } else if (frame.audience() != FrameLayout.AUDIENCE_HOP) {
            cutter.cutBefore(cursor);
            cutter.leaveOut(cursor);
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
                    noteReport(Controls.parse(frame, cursor));
                }
            }
        } finally {
            frame.release();
        }
    }

    /** Traces the answers from now on; null: no longer. */
    void trace(@Nullable CallTrace receiver) {
        trace = receiver;
    }

    /** Goes on where the router's previous process was. */
    void restoreAfterRestart(RepeatedCommands commands, Resumed server, Resume guest) {
        callbacksBefore = server.getLastCallback();
        lastCallback = callbacksBefore;
        work.callsBefore(commands.lastArrived());
        loss.waitedBefore(guest);
    }

    /** Returns the greatest number of a callback so far. */
    public long lastCallback() {
        return lastCallback;
    }

    /**
     * Returns the number after which another server must number its callbacks, so that no number of
     * a callback comes again in the session: guest and router tell returns by these numbers. The
     * present server may make callbacks until the session has moved.
     */
    public long callbacksOfNextServer() {
        callbacksOfServer = Math.max(callbacksOfServer, lastCallback) + CALLBACKS_OF_A_SERVER;
        return callbacksOfServer;
    }

    /** Stops passing frames on. */
    public void close() {
        closed = true;
    }

    /** Notes a record; false when it does not go on as it came. */
    private boolean note(Frame frame) {
        int kind = cursor.kind();
        CommandLog log = links.log();
        switch (kind) {
            case RecordKinds.DONE -> noteDone(frame);
            case RecordKinds.CONTROL -> {
                return noteControl(frame, Controls.parse(frame, cursor));
            }
            case RecordKinds.CALLBACK -> {
                return noteCallback(frame);
            }
            case RecordKinds.OUTPUT -> {
                int field = cursor.payloads() == 0 ? 0 : cursor.payloadField(0);
                return links.isNew(kind, cursor.callId(), field);
            }
            case RecordKinds.REPLY -> {
                if (log != null
                        && !log.isNewAnswer(cursor, journal.records(cursor.function()), told)) {
                    return false;
                }
                noteReply(frame);
            }
            case RecordKinds.FAILED -> {
                boolean made = journal.hasMade(cursor.lane(), cursor.callId());
                if (log != null && !log.isNewFailure(cursor, made, told)) {
                    return false;
                }
                noteFailure();
            }
            default ->
                    throw new MalformedFrameException(
                            "a server does not send records of kind " + cursor.kind());
        }
        return true;
    }

    private boolean noteCallback(Frame frame) {
        CommandLog log = links.log();
        lastCallback = Math.max(lastCallback, cursor.callId());
        if (log == null) {
            if (cursor.callId() > callbacksBefore) {
                callbacks.accept(cursor.callId());
            }
            return true;
        }
        ByteBuffer args = frame.head().slice(cursor.argsOffset(), cursor.argsLength());
        long number = log.callback(cursor.callId(), ByteString.copyFrom(args));
        if (!log.isNew(RecordKinds.CALLBACK, number, 0)) {
            return false;
        }
        callbacks.accept(number);
        if (number != cursor.callId()) {
            cutter.cutBefore(cursor);
            links.up(renumbered(frame, number));
        }
        return number == cursor.callId();
    }

    private Frame renumbered(Frame frame, long number) {
        return new FrameWriter()
                .begin(cursor.kind(), cursor.flags(), cursor.function(), number, cursor.lane())
                .args(frame.head(), cursor.argsOffset(), cursor.argsLength())
                .end()
                .finish(FrameLayout.AUDIENCE_PEER);
    }

    private void noteReply(Frame frame) {
        loss.answered(cursor.callId());
        boolean failed = (cursor.flags() & RecordFlags.ERROR) != 0;
        if (trace != null) {
            trace.answered(cursor, failed);
        }
        if (failed) {
            noteFailure();
        } else {
            ledger.answered(cursor.callId());
            journal.answered(cursor, frame);
        }
    }

    private void noteFailure() {
        links.workEnded(cursor.callId());
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

    private boolean noteControl(Frame frame, Control control) {
        if (control.hasArenaBytes()) {
            links.arenaBytes(frame, cursor, control.getArenaBytes());
        } else if (control.hasPrinted()) {
            Printed text = control.getPrinted();
            return text.getCall() == 0 || links.isNewText(text.getCall(), text.getPiece());
        } else if (!noteReport(control)) {
            controls.onControl(control);
        }
        return true;
    }

    /** Notes a message about objects and work; false: it is about something else. */
    @CanIgnoreReturnValue
    private boolean noteReport(Control control) {
        switch (control.getBodyCase()) {
            case RELEASED -> noteDeaths(control.getReleased());
            case RUNNING -> work.running(control.getRunning());
            case KERNELS_HELD -> work.held(control.getKernelsHeld());
            case MEMORY_HELD -> memory.held(control.getMemoryHeld());
            case CHOSEN -> noteChoices(control.getChosen());
            case TRACED -> noteTraced(control.getTraced());
            case IDENTIFIED -> {
                work.identified(control.getIdentified());
                journal.identified(control.getIdentified());
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void noteTraced(Traced report) {
        if (trace != null) {
            trace.work(report);
        }
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
            if (!named && !links.isNew(RecordKinds.CONTROL, dead.getCalls(i), 0)) {
                continue;
            }
            if (named) {
                ledger.died(dead.getNames(i));
                journal.nameDied(dead.getNames(i));
            } else {
                ledger.died(dead.getNames(i), dead.getCalls(i));
                journal.died(dead.getCalls(i));
            }
        }
        releases.died();
    }
}
