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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A call from which something is still expected: an answer, late outputs, or both. The calling
 * thread prepares and settles it; the link's thread, in between, notes what comes. The volatile
 * {@code callId} hands it over one way, the volatile {@code state} the other.
 */
public final class PendingCall implements CallWriter.PendingReply, BooleanSupplier {
    private static final int WAITING = 1;
    private static final int ANSWERED = 2;
    private static final int LOST = 3;
    private static final int SETTLED = 4;

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
    int slot = -1;

    private volatile long callId;
    private volatile int state = SETTLED;

    private boolean lost;
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

    /** Starts over for a new call. */
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
        state = answerExpected ? WAITING : SETTLED;
    }

    /** Notes a place in the arena that is given back with the answer. */
    void holds(long offset) {
        if (stagedCount == staged.length) {
            staged = Arrays.copyOf(staged, stagedCount * 2);
        }
        staged[stagedCount++] = offset;
    }

    /** Says under which id it is sent; from then on answers may come. */
    void sentAs(long id) {
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

    // --- on the link's thread

    /** Takes the answer. */
    void answer(Frame frame, RecordCursor record) {
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
        answerExpected = false;
        state = ANSWERED;
        LockSupport.unpark(thread);
    }

    /** Whether nothing is expected any more. */
    boolean isComplete() {
        LateOutputs outstanding = late;
        return !answerExpected && (outstanding == null || outstanding.isComplete());
    }

    /** The session is gone. */
    void lose() {
        if (state == WAITING) {
            state = LOST;
            LockSupport.unpark(thread);
        }
    }

    // --- on the calling thread

    boolean isAnswered() {
        return state != WAITING;
    }

    /** The same as {@link #isAnswered}, for links that the waiting thread reads. */
    @Override
    public boolean getAsBoolean() {
        return isAnswered();
    }

    boolean isSettled() {
        return state == SETTLED;
    }

    /** Whether the session ended before the answer came. */
    boolean wasLost() {
        return lost;
    }

    /** It could not be sent: nothing is expected. */
    void cancel() {
        state = SETTLED;
        answerExpected = false;
    }

    /** Whether the answer is a failure. */
    boolean failed() {
        return (flags & RecordFlags.ERROR) != 0;
    }

    /** The answer's arguments. */
    ArgsReader args(ArgsReader reader) {
        return reader.wrap(argsView, 0, argsLength);
    }

    long filled(int field) {
        return failed() ? 0 : outputs.filled(field);
    }

    /** Fills the outputs and gives back what the call held. Does so once. */
    void settle(@Nullable Staging staging) {
        if (state == SETTLED) {
            return;
        }
        lost = state == LOST;
        try {
            if (!lost && !failed()) {
                fill(staging);
            }
        } finally {
            state = SETTLED;
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

    /** Gives back what the call held, without filling outputs. */
    void discard(@Nullable Staging staging) {
        flags |= RecordFlags.ERROR;
        settle(staging);
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
