package dev.hira.router.judge;

import dev.hira.router.journal.Journal;
import dev.hira.router.judge.CommandJudge.Verdict;
import dev.hira.router.judge.count.PathCounters;
import dev.hira.router.judge.link.SessionLinks;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.trace.CallTrace;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Resumed;
import java.util.EnumSet;
import org.jspecify.annotations.Nullable;

/**
 * The path of commands from a guest to its server.
 *
 * <p>A frame with only admitted records goes on as it came. The frame is cut around a record that
 * is refused or must wait. While a command waits, the commands behind it wait too, in order; only
 * returns of callbacks overtake them.
 */
public final class DownPath {
    /** The reasons for holding all commands, whatever the policy would say. */
    public enum Hold {
        /** An operator has paused the VM. */
        PAUSED("paused"),
        /** The session is being moved or saved. */
        MOVING("moving"),
        /** The session is being recreated, because its server is gone. */
        REBUILDING("rebuilding"),
        /** The log of the session's commands is full until the session's state is saved. */
        FULL_LOG("log");

        private final String reason;

        Hold(String reason) {
            this.reason = reason;
        }

        /** Returns its name in metrics, events and traces. */
        public String reason() {
            return reason;
        }
    }

    private final SessionLinks links;
    private final CommandJudge judge;
    private final ControlSink controls;
    private final RouterMeters meters;
    private final PathCounters counters;
    private final SessionEvents events;
    private final FrameCutter cutter;
    private final RecordCursor cursor = new RecordCursor();
    private final FailureFrames failures = new FailureFrames();
    private final CallbackReturns returns;
    private final WaitingFrames waiting;
    private final Journal journal;
    private boolean delayed;

    /** Receives what happens to calls; null while the session is not traced. */
    private @Nullable CallTrace trace;

    /** Whether the guest's link is not read. */
    private boolean readingPaused;

    private final EnumSet<Hold> holds = EnumSet.noneOf(Hold.class);
    private boolean closed;

    /** Commands of the current frame that went on and were not reported as an event yet. */
    private int admitted;

    /** The number of the latest call; the next one must be higher. */
    private long lastSeen = -1;

    /** The number of the latest call that was admitted or refused. */
    private long lastDecided;

    /** The commands that had arrived at the server before the router was restarted. */
    private RepeatedCommands repeated = RepeatedCommands.NONE;

    DownPath(
            SessionLinks links,
            CommandJudge judge,
            ControlSink controls,
            RouterMeters meters,
            PathCounters counters,
            SessionEvents events,
            CallbackReturns returns,
            WaitingFrames waiting,
            Journal journal) {
        this.links = links;
        this.returns = returns;
        this.waiting = waiting;
        this.journal = journal;
        this.judge = judge;
        this.controls = controls;
        this.meters = meters;
        this.counters = counters;
        this.events = events;
        this.cutter = new FrameCutter(links::down);
    }

    /**
     * Handles a frame from the guest.
     *
     * @throws MalformedFrameException when it breaks the protocol; the caller must close the
     *     session
     * @throws LimitReachedException when the waiting frames exceed a limit; the caller must close
     *     the session
     */
    public void onFrame(Frame frame) {
        meters.down(frame.records(), frame.size());
        counters.down(frame.records(), frame.size());
        if (closed) {
            frame.release();
        } else if (delayed) {
            enqueue(frame);
        } else {
            walk(frame);
        }
    }

    /** Traces the calls from now on; null: no longer. */
    void trace(@Nullable CallTrace receiver) {
        trace = receiver;
        if (receiver != null && delayed) {
            receiver.waits(cursor, counters.verdicts().waitsFor());
        }
    }

    /**
     * Judges the waiting command again and continues with the frames behind it.
     *
     * @throws WaitedFrameException when a frame that had waited breaks the protocol; the caller,
     *     which may be handling a frame of the server, must close the session
     */
    public void resume() {
        try {
            goOn();
        } catch (MalformedFrameException e) {
            throw new WaitedFrameException(e);
        }
    }

    private void goOn() {
        if (!closed) {
            judge.limitsChanged();
        }
        if (!delayed || !holds.isEmpty() || closed) {
            return;
        }
        delayed = false;
        if (cursor.kind() == RecordKinds.CALL ? judgeCall() : handle()) {
            counters.verdicts().delayEnded();
            if (trace != null) {
                trace.delayEnded();
            }
            walkOn();
        }
        while (!delayed && !closed && !waiting.isEmpty()) {
            walk(waiting.remove());
        }
        if (!delayed && !closed) {
            resumeReading();
        }
    }

    /** Holds all commands for a reason, or ends this hold. Idempotent. */
    public void setHold(Hold why, boolean on) {
        if (closed || holds.contains(why) == on) {
            return;
        }
        if (on) {
            holds.add(why);
            if (delayed) {
                judge.withdraw();
                waitFor(why.reason);
            }
        } else {
            holds.remove(why);
            resume();
        }
    }

    /**
     * Makes the commands that give work to a device wait, with those behind them, or ends this. All
     * other commands go on. Idempotent.
     */
    public void holdWork(boolean on) {
        judge.holdWork(on);
        if (!on) {
            resume();
        } else if (delayed && holds.isEmpty()) {
            judge.withdraw();
        }
    }

    /** Goes on where the router's previous process was. */
    void restoreAfterRestart(RepeatedCommands commands, Resumed server) {
        repeated = commands;
        lastDecided = commands.lastArrived();
        returns.begunBefore(server.getCallbacksList());
    }

    /** Returns the number of the latest call that was admitted or refused; 0: none was. */
    public long lastDecided() {
        return lastDecided;
    }

    /** Drops waiting frames. Idempotent. */
    public void close() {
        closed = true;
        if (trace != null) {
            trace.handOver();
        }
        cutter.drop();
        waiting.clear();
        counters.verdicts().abandoned();
        delayed = false;
    }

    /**
     * Notes that the server asks the guest to run a callback. Its return may be behind waiting
     * commands.
     */
    void calledBack(long invocation) {
        returns.called(invocation);
        if (delayed && !closed) {
            resumeReading();
        }
    }

    private void enqueue(Frame frame) {
        waiting.add(frame, readingPaused);
        returns.overtake(frame, 0);
        pauseReading();
    }

    /**
     * Stops reading the guest's link while a command waits, unless a callback's return is still
     * expected.
     */
    private void pauseReading() {
        if (!returns.areExpected()) {
            readingPaused = true;
            links.pauseReading();
        }
    }

    private void resumeReading() {
        readingPaused = false;
        waiting.readingResumes();
        links.resumeReading();
    }

    private void walk(Frame frame) {
        cutter.begin(frame);
        cursor.wrap(frame);
        walkOn();
    }

    private void walkOn() {
        boolean waits = false;
        judge.beginBatch();
        while (!waits && !closed && cursor.next()) {
            waits = !handle();
        }
        judge.endBatch();
        if (!waits && !closed) {
            cutter.end();
            tellAdmitted();
            if (trace != null) {
                trace.frameEnded();
            }
            links.handledDown();
        }
    }

    private void tellAdmitted() {
        if (admitted != 0) {
            events.admitted(admitted);
            admitted = 0;
        }
    }

    /** Handles the current record; false when it must wait. */
    private boolean handle() {
        int kind = cursor.kind();
        if (kind == RecordKinds.CONTROL) {
            if (isBetweenServers() && !isForRouter()) {
                delay(holds.iterator().next().reason);
                return false;
            }
            handle(Controls.parse(cutter.frame(), cursor));
            return true;
        }
        if (isForRouter()) {
            throw new MalformedFrameException(
                    "a record of kind " + RecordKinds.name(kind) + " is addressed to the router");
        }
        if (kind == RecordKinds.CALL) {
            requireRisingNumber();
            if (repeated.has(cursor)) {
                cutter.cutBefore(cursor);
                cutter.leaveOut(cursor);
                return true;
            }
            return judgeCall();
        }
        if (kind == RecordKinds.CALLBACK_RETURN) {
            if (returns.passes(cursor.callId())) {
                passReturn();
            } else {
                cutter.cutBefore(cursor);
                cutter.leaveOut(cursor);
            }
            return true;
        }
        throw new MalformedFrameException(
                "a guest does not send records of kind " + RecordKinds.name(kind));
    }

    /** Passes on a callback's return; in a frame of its own if it may get another number. */
    private void passReturn() {
        if (links.log() == null) {
            cutter.admit();
        } else {
            cutter.cutBefore(cursor);
            cutter.admit();
            cutter.cutAfter(cursor);
        }
    }

    private void handle(Control control) {
        boolean again = control.hasLanesEnded() && repeated.has(control.getLanesEnded());
        if (control.hasLanesEnded()) {
            if (!again) {
                control.getLanesEnded().getLanesList().forEach(this::laneEnded);
            }
        } else {
            controls.onControl(control);
        }
        if (closed) {
            return;
        }
        if (control.hasLanesEnded() && !again && !isForRouter()) {
            cutter.admit();
        } else {
            cutter.cutBefore(cursor);
            cutter.leaveOut(cursor);
        }
    }

    private void laneEnded(int lane) {
        judge.laneEnded(lane);
        journal.laneEnded(lane);
    }

    /** Whether no message may go on until the session has another server. */
    private boolean isBetweenServers() {
        return holds.contains(Hold.MOVING) || holds.contains(Hold.REBUILDING);
    }

    private boolean isForRouter() {
        return cutter.frame().audience() == FrameLayout.AUDIENCE_HOP;
    }

    private void requireRisingNumber() {
        long call = cursor.callId();
        if (call <= lastSeen) {
            throw new MalformedFrameException(
                    "call " + call + " comes after call " + lastSeen + "; numbers must rise");
        }
        lastSeen = call;
    }

    private boolean judgeCall() {
        if (!holds.isEmpty()) {
            delay(holds.iterator().next().reason);
            return false;
        }
        Verdict verdict = judge.judge(cursor);
        lastDecided = verdict == Verdict.DELAYED ? lastDecided : cursor.callId();
        switch (verdict) {
            case ADMITTED -> {
                admitted++;
                if (trace != null) {
                    trace.admitted(cursor);
                }
                journal.admitted(cursor, cutter.frame());
                cutter.admit();
            }
            case REFUSED, UNTOLD -> refuse(verdict == Verdict.UNTOLD);
            case DELAYED -> delay(judge.delay().reason());
        }
        return verdict != Verdict.DELAYED;
    }

    private void delay(String reason) {
        cutter.cutBefore(cursor);
        delayed = true;
        waitFor(reason);
        returns.overtake(cutter.frame(), cursor.offset());
        pauseReading();
    }

    private void waitFor(String reason) {
        if (counters.verdicts().delayed(reason)) {
            meters.delayed(reason);
            events.delayed(judge.functionName(cursor), reason);
            if (trace != null) {
                trace.waits(cursor, reason);
            }
        }
    }

    private void refuse(boolean lost) {
        CommandRefusal refusal = judge.refusal();
        meters.refused(refusal.reason());
        counters.refused();
        counters.verdicts().denied(refusal.reason());
        events.denied(judge.functionName(cursor), refusal.reason(), refusal.message());
        if (trace != null) {
            trace.denied(cursor, refusal.reason());
        }
        cutter.cutBefore(cursor);
        boolean sync = (cursor.flags() & RecordFlags.SYNC) != 0;
        if (sync && links.areKept()) {
            // The server answers, so that the answer is kept there until the guest has it.
            judge.answeredByServer(cursor);
            links.down(failures.refused(cursor, refusal));
        } else if (sync) {
            links.answer(failures.errorReply(cursor, refusal));
        } else if (lost) {
            links.answer(failures.failed(cursor, refusal));
        } else {
            links.down(failures.refused(cursor, refusal));
        }
        cutter.leaveOut(cursor);
    }
}
