package dev.hira.router.trace;

import dev.hira.policy.NanoClock;
import dev.hira.trace.v1.CallEntryKind;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.v1.Traced;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The trace of one session's calls while it is on. Consecutive asynchronous calls of one function
 * become one entry, so a batch costs few readings of the clock. Methods must be called on the
 * session's thread, unless they say otherwise.
 *
 * <p>There are a few buffers: the session writes one while the sink encodes others. An entry that
 * finds no room is dropped and counted.
 */
public final class CallTrace {
    private static final int BUFFERS = 4;
    private static final int ENTRIES = 2048;
    private static final int NONE = -1;

    private final TraceSink sink;
    private final NanoClock clock;
    private final BlockingQueue<CallEntries> free = new ArrayBlockingQueue<>(BUFFERS);
    private int made;
    private @Nullable CallEntries entries;
    private long dropped;

    /** The run of asynchronous calls under way. */
    private int runLane = NONE;

    private int runFunction;
    private long runCall;
    private int runCount;
    private long runBegin;

    /** The wait under way; without one the reason is null. */
    private @Nullable String reason;

    private int waitLane;
    private int waitFunction;
    private long waitCall;
    private long waitBegin;

    /** The time at which the waiting call began to wait, for whatever reason. */
    private long firstWait;

    public CallTrace(TraceSink sink, NanoClock clock) {
        this.sink = sink;
        this.clock = clock;
    }

    /** Notes that a call is admitted. */
    public void admitted(RecordCursor at) {
        int lane = at.lane();
        int function = at.function();
        boolean sync = (at.flags() & RecordFlags.SYNC) != 0;
        if (!sync && lane == runLane && function == runFunction && reason == null) {
            runCount++;
            return;
        }
        long now = clock.nanoTime();
        endRun(now);
        long begin = endWait(now);
        if (sync) {
            add(CallEntryKind.CALL_ENTRY_KIND_ASKED, at.callId(), 1, lane, function, begin, now);
            return;
        }
        runLane = lane;
        runFunction = function;
        runCall = at.callId();
        runCount = 1;
        runBegin = begin;
    }

    /** Notes that a call is refused. */
    public void denied(RecordCursor at, String why) {
        long now = clock.nanoTime();
        endRun(now);
        long begin = endWait(now);
        add(
                CallEntryKind.CALL_ENTRY_KIND_DENIED,
                at.callId(),
                1,
                at.lane(),
                at.function(),
                begin,
                now);
        because(why);
    }

    /** Notes that a record waits for a reason from now on, or for another one than before. */
    public void waits(RecordCursor at, String why) {
        long now = clock.nanoTime();
        endRun(now);
        long first = endWait(now);
        firstWait = first;
        waitLane = at.lane();
        waitFunction = at.function();
        waitCall = at.callId();
        waitBegin = now;
        reason = why;
    }

    /** Notes that the record that waited goes on. */
    public void delayEnded() {
        if (reason != null) {
            endWait(clock.nanoTime());
        }
    }

    /** Notes that everything that arrived has gone on. */
    public void frameEnded() {
        if (runLane != NONE) {
            endRun(clock.nanoTime());
        }
    }

    /** Notes the answer to a synchronous call. */
    public void answered(RecordCursor at, boolean failed) {
        long now = clock.nanoTime();
        CallEntryKind kind =
                failed
                        ? CallEntryKind.CALL_ENTRY_KIND_FAILED
                        : CallEntryKind.CALL_ENTRY_KIND_ANSWERED;
        add(kind, at.callId(), 1, at.lane(), at.function(), now, now);
    }

    /** Passes on the server's report of device work. */
    public void work(Traced report) {
        sink.work(report);
    }

    /** Gives the sink what was traced so far, also of a run or a wait that goes on. */
    public void handOver() {
        long now = clock.nanoTime();
        endRun(now);
        String waitsFor = reason;
        if (waitsFor != null) {
            endWait(now);
            reason = waitsFor;
            waitBegin = now;
        }
        CallEntries full = entries;
        if (full != null && !full.isEmpty()) {
            entries = null;
            sink.calls(full);
        }
    }

    /** Takes entries back. Any thread. */
    public void giveBack(CallEntries used) {
        used.clear();
        free.add(used);
    }

    private void endRun(long now) {
        if (runLane != NONE) {
            add(
                    CallEntryKind.CALL_ENTRY_KIND_CALLS,
                    runCall,
                    runCount,
                    runLane,
                    runFunction,
                    runBegin,
                    now);
            runLane = NONE;
        }
    }

    /** Ends the wait, if there is one; returns the time since which the call waited. */
    private long endWait(long now) {
        String why = reason;
        if (why == null) {
            return now;
        }
        add(
                CallEntryKind.CALL_ENTRY_KIND_WAITED,
                waitCall,
                1,
                waitLane,
                waitFunction,
                waitBegin,
                now);
        because(why);
        reason = null;
        return firstWait;
    }

    private void because(String why) {
        CallEntries to = entries;
        if (dropped == 0 && to != null) {
            to.because(why);
        }
    }

    private void add(
            CallEntryKind kind,
            long call,
            int count,
            int lane,
            int function,
            long begin,
            long end) {
        CallEntries to = room();
        if (to == null) {
            dropped++;
        } else {
            to.add(kind, call, count, lane, function, begin, end);
        }
    }

    private @Nullable CallEntries room() {
        CallEntries present = entries;
        if (present != null && !present.isFull()) {
            return present;
        }
        CallEntries next = free.poll();
        if (next == null && made < BUFFERS) {
            next = new CallEntries(ENTRIES);
            made++;
        }
        if (next == null) {
            return null;
        }
        next.dropped(dropped);
        dropped = 0;
        entries = next;
        if (present != null) {
            sink.calls(present);
        }
        return next;
    }
}
