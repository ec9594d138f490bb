package dev.hira.guest.session;

import dev.hira.guest.call.Buffers;
import dev.hira.guest.call.CallWriter;
import dev.hira.guest.call.LateOutputs;
import dev.hira.guest.call.OutputDestinations;
import dev.hira.guest.call.Staging;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.ResumeRecords.Waiting;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that still expects an answer, late outputs, or both. The calling thread prepares and
 * settles it; in between, the link's reading thread records arrivals. The volatile {@code callId}
 * hands it over in one direction, the atomic {@code state} in the other.
 *
 * <p>The session may end on any thread while an answer arrives. The first of the two takes the call
 * out of {@code WAITING}, so an answer is taken whole or not at all.
 */
public final class PendingCall implements CallWriter.PendingReply, BooleanSupplier, NumberedCall {
    private static final int WAITING = 1;

    /** The link's reading thread takes the answer; the caller still waits. */
    private static final int TAKING = 2;

    private static final int ANSWERED = 3;
    private static final int LOST = 4;
    private static final int SETTLED = 5;

    private final GuestLane lane;
    private final Thread thread;
    private final boolean reused;
    private final OutputDestinations outputs = new OutputDestinations();
    private @Nullable LateOutputs late;
    private long[] staged = new long[2];
    private int stagedCount;
    private boolean answerExpected;
    private String function = "";

    /** The index in the {@link CallTable}, or -1. */
    int index = -1;

    private volatile long callId;
    private final AtomicInteger state = new AtomicInteger(SETTLED);

    private boolean lost;

    /** The call that was answered last. Used by the link's thread. */
    private long answered;

    private int flags;
    private byte[] args = new byte[64];
    private ByteBuffer argsView = ByteBuffer.wrap(args).order(ByteOrder.LITTLE_ENDIAN);
    private int argsLength;
    private @Nullable Frame bulk;

    /**
     * @param reused whether it stays in the table for the lane's next call
     */
    PendingCall(GuestLane lane, Thread thread, boolean reused) {
        this.lane = lane;
        this.thread = thread;
        this.reused = reused;
    }

    boolean isReused() {
        return reused;
    }

    /** Resets for a new call. */
    void prepare(
            String function, Buffers buffers, boolean answerExpected, @Nullable LateOutputs late) {
        this.function = function;
        this.answerExpected = answerExpected;
        this.late = late;
        outputs.take(buffers, Buffers.OUTPUT);
        stagedCount = 0;
        argsLength = 0;
        flags = 0;
        lost = false;
        state.set(answerExpected ? WAITING : SETTLED);
    }

    /** Adds a range of the arena to free with the answer. */
    void freesLater(long offset) {
        if (stagedCount == staged.length) {
            staged = Arrays.copyOf(staged, stagedCount * 2);
        }
        staged[stagedCount++] = offset;
    }

    @Override
    public int index() {
        return index;
    }

    @Override
    public void sentAs(long id) {
        callId = id;
    }

    long callId() {
        return callId;
    }

    String function() {
        return function;
    }

    @Nullable LateOutputs late() {
        return late;
    }

    // --- on the link's reading thread

    /**
     * Takes the answer, unless the call is lost. After an answer that breaks the protocol the call
     * waits on, for the end of the session.
     *
     * @throws dev.hira.wire.MalformedFrameException when the answer breaks the protocol
     */
    void answer(Frame frame, RecordCursor record) {
        if (!state.compareAndSet(WAITING, TAKING)) {
            return;
        }
        boolean taken = false;
        answered = record.callId();
        try {
            take(frame, record);
            taken = true;
            answerExpected = false;
        } finally {
            state.set(taken ? ANSWERED : WAITING);
        }
        LockSupport.unpark(thread);
    }

    private void take(Frame frame, RecordCursor record) {
        flags = record.flags();
        argsLength = record.argsLength();
        if (argsLength > args.length) {
            args = new byte[Math.max(argsLength, args.length * 2)];
            argsView = ByteBuffer.wrap(args).order(ByteOrder.LITTLE_ENDIAN);
        }
        frame.head().get(record.argsOffset(), args, 0, argsLength);
        for (int p = 0; p < record.payloads(); p++) {
            outputs.note(record, p);
        }
        if (record.bulkEnd() > record.bulkStart()) {
            bulk =
                    frame.slice(
                            record.offset(),
                            record.endOffset(),
                            1,
                            record.bulkStart(),
                            record.bulkEnd());
        }
    }

    /** Adds this call to those for which the guest waits, if it does. */
    void tell(List<Waiting> waiting) {
        long id = callId;
        LateOutputs outstanding = late;
        if (outstanding != null && !outstanding.isComplete()) {
            waiting.add(new Waiting(id, lane.number(), true));
        }
        if (state.get() == WAITING && id != answered) {
            waiting.add(new Waiting(id, lane.number(), false));
        }
    }

    /** Whether an output that comes later goes to some of this memory. Any thread. */
    boolean willFill(MemorySegment memory) {
        LateOutputs outstanding = late;
        return outstanding != null && outstanding.willFill(memory);
    }

    /** Returns whether everything expected has arrived. */
    boolean isComplete() {
        LateOutputs outstanding = late;
        return !answerExpected && (outstanding == null || outstanding.isComplete());
    }

    /** Notes that the session is gone. */
    void lose() {
        if (state.compareAndSet(WAITING, LOST)) {
            LockSupport.unpark(thread);
        }
    }

    // --- on the calling thread

    boolean isDecided() {
        int now = state.get();
        return now != WAITING && now != TAKING;
    }

    /** Like {@link #isDecided}, for links that the waiting thread reads. */
    @Override
    public boolean getAsBoolean() {
        return isDecided();
    }

    boolean isSettled() {
        return state.get() == SETTLED;
    }

    /** Returns whether the session ended before the answer arrived. */
    boolean wasLost() {
        return lost;
    }

    /** Notes that the call could not be sent and expects nothing. */
    void cancel() {
        state.set(SETTLED);
        answerExpected = false;
    }

    /** Returns whether the answer is a failure. */
    boolean failed() {
        return (flags & RecordFlags.ERROR) != 0;
    }

    /** Returns the answer's arguments. */
    ArgsReader args(ArgsReader reader) {
        return reader.wrap(argsView, 0, argsLength);
    }

    long filled(int field) {
        return failed() ? 0 : outputs.filled(field);
    }

    /** Fills the outputs and frees the call's ranges. Works once. */
    void fillOutputs(@Nullable Staging staging) {
        int before = state.get();
        if (before == SETTLED) {
            return;
        }
        lost = before == LOST;
        try {
            if (!lost && !failed()) {
                fill(staging);
            }
        } finally {
            state.set(SETTLED);
            Frame frame = bulk;
            bulk = null;
            if (frame != null) {
                frame.release();
            }
            if (!lost) {
                giveBack(staging);
            }
        }
    }

    /** Frees the call's ranges without filling outputs. */
    void discard(@Nullable Staging staging) {
        flags |= RecordFlags.ERROR;
        fillOutputs(staging);
    }

    private void fill(@Nullable Staging staging) {
        Frame frame = bulk;
        for (int i = 0; i < outputs.count(); i++) {
            outputs.fill(
                    i,
                    frame == null ? null : frame.bulk(),
                    staging == null ? null : staging.arena().memory());
        }
    }

    private void giveBack(@Nullable Staging staging) {
        if (staging == null) {
            return;
        }
        for (int i = 0; i < stagedCount; i++) {
            staging.give(staged[i]);
        }
        stagedCount = 0;
    }

    @Override
    public void await() {
        lane.await(this);
    }
}
