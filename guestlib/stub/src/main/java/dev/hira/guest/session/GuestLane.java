package dev.hira.guest.session;

import dev.hira.guest.call.Buffers;
import dev.hira.guest.call.CallArguments;
import dev.hira.guest.call.LateOutputs;
import dev.hira.guest.call.ReplyReader;
import dev.hira.guest.call.Staging;
import dev.hira.guest.call.WireFailure;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.RecordFlags;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * One thread's way into the session: the writer of its calls and the reader of their answers, both
 * reused. Its methods are for that thread, except {@link #defer}, and those that dispose of the
 * lane when the thread has ended.
 */
final class GuestLane extends CallArguments implements ReplyReader {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).order(ByteOrder.LITTLE_ENDIAN);

    private final GuestSession session;
    private final int number;
    private final Thread thread;
    private final PendingCall own;
    private final ArrayDeque<PendingCall> parts = new ArrayDeque<>();
    private final Queue<Runnable> deferred = new ConcurrentLinkedQueue<>();
    private final ArgsReader values = new ArgsReader();
    private int function;
    private int outcome;
    private int fellBack;
    private boolean unawaited;
    private @Nullable PendingCall lastAnswer;
    private CallRefusals.@Nullable Watch watch;

    GuestLane(GuestSession session, int number, Thread thread) {
        this.session = session;
        this.number = number;
        this.thread = thread;
        own = new PendingCall(this, thread, true);
    }

    int number() {
        return number;
    }

    Thread thread() {
        return thread;
    }

    /** Sets the watch over the next asynchronous call; null: none watches. */
    void watchNext(CallRefusals.@Nullable Watch next) {
        watch = next;
    }

    GuestLane begin(int function, String name) {
        runDeferred();
        this.function = function;
        outcome = 0;
        reset(name);
        return this;
    }

    // --- the end of a call

    @Override
    public void async() {
        if (session.settings().strict()) {
            sync();
            return;
        }
        fellBack = BufferPlacement.place(session, name, buffers);
        Staging staging = session.staging();
        if (fellBack > 0 && staging != null && staging.hasRetired()) {
            // Only an answer reports free ranges, so this call asks for one.
            syncPlaced();
            return;
        }
        NumberedCall expected = buffers.hasLateOutputs() ? lateOnly() : watch;
        watch = null;
        long id = send(0, expected, false);
        BufferPlacement.retire(session, buffers, id);
        buffers.clear();
    }

    @Override
    public ReplyReader sync() {
        fellBack = BufferPlacement.place(session, name, buffers);
        return syncPlaced();
    }

    private ReplyReader syncPlaced() {
        PendingCall call = buffers.hasLateOutputs() ? new PendingCall(this, thread, false) : own;
        unawaited = false;
        prepare(call);
        session.counters().add(SessionCounters.ROUND_TRIPS, 1);
        send(RecordFlags.SYNC, call, true);
        buffers.clear();
        RuntimeException failure = settleParts();
        settle(call);
        runDeferred();
        throwFirst(failure, call);
        return answerOf(call);
    }

    @Override
    public PendingReply syncLater() {
        RuntimeException failure = makeRoomForPart();
        if (failure != null) {
            throw failure;
        }
        fellBack = BufferPlacement.place(session, name, buffers);
        while (fellBack > 0 && !parts.isEmpty()) {
            throwIfAny(settleFirstPart());
            fellBack = BufferPlacement.retry(session, buffers);
        }
        PendingCall part = new PendingCall(this, thread, false);
        prepare(part);
        session.counters().add(SessionCounters.PIPELINED, 1);
        send(RecordFlags.SYNC, part, true);
        buffers.clear();
        parts.add(part);
        unawaited = true;
        return part;
    }

    /** Waits for a part and for those before it. */
    void await(PendingCall part) {
        if (unawaited) {
            unawaited = false;
            session.counters().add(SessionCounters.ROUND_TRIPS, 1);
        }
        while (!part.isSettled() && !parts.isEmpty()) {
            RuntimeException failure = settleFirstPart();
            if (failure != null) {
                settleParts();
                throw failure;
            }
        }
        runDeferred();
    }

    /**
     * Schedules a task for this lane's thread, before its next call begins or its synchronous call
     * returns.
     */
    void defer(Runnable task) {
        deferred.add(task);
    }

    /** Returns whether nothing of this lane is under way; called when its thread has ended. */
    boolean isIdle() {
        for (PendingCall part : parts) {
            if (!part.isDecided()) {
                return false;
            }
        }
        return true;
    }

    /** Frees the lane's resources; called when its thread has ended. */
    void dispose() {
        session.table().remove(own);
        for (PendingCall part : parts) {
            part.discard(session.staging());
        }
        parts.clear();
        deferred.clear();
    }

    // --- answers

    @Override
    public int outcome() {
        return outcome;
    }

    @Override
    public ArgsReader values() {
        return values;
    }

    @Override
    public long filled(int field) {
        return lastAnswer == null ? 0 : lastAnswer.filled(field);
    }

    private ReplyReader answerOf(PendingCall call) {
        lastAnswer = call;
        if (call.failed()) {
            values.wrap(NOTHING, 0, 0);
        } else {
            call.args(values);
        }
        return this;
    }

    private void throwFirst(@Nullable RuntimeException earlier, PendingCall call) {
        if (earlier != null) {
            throw earlier;
        }
        throwIfAny(failureOf(call));
    }

    private static void throwIfAny(@Nullable RuntimeException failure) {
        if (failure != null) {
            throw failure;
        }
    }

    /** Returns the failure of a settled call, or null; records an expected outcome instead. */
    private @Nullable RuntimeException failureOf(PendingCall call) {
        if (call.wasLost()) {
            return session.gone(call.function());
        }
        if (!call.failed()) {
            return null;
        }
        WireFailure failure = WireFailure.read(call.args(new ArgsReader()));
        if (failure.function() == 0 && failure.isOfApi() && isExpected(failure.code())) {
            outcome = failure.code();
            return null;
        }
        session.drop(failure);
        return session.errors().reported(call.function(), failure);
    }

    // --- sending and settling

    private PendingCall lateOnly() {
        PendingCall call = new PendingCall(this, thread, false);
        call.prepare(name, buffers, false, late());
        add(call);
        return call;
    }

    private void prepare(PendingCall call) {
        call.prepare(name, buffers, true, buffers.hasLateOutputs() ? late() : null);
        for (int i = 0; i < buffers.count(); i++) {
            if (buffers.place(i) == Buffers.STAGED && buffers.role(i) != Buffers.LATE) {
                call.freesLater(buffers.offset(i));
            }
        }
        if (call.index < 0) {
            add(call);
        }
    }

    private LateOutputs late() {
        return new LateOutputs(name, buffers, session.staging(), this::defer);
    }

    private void add(PendingCall call) {
        if (!session.table().add(call)) {
            BufferPlacement.giveBack(session, buffers);
            throw session.errors()
                    .exhausted(
                            name
                                    + " cannot be called: 65535 calls of this session wait for answers or"
                                    + " outputs; synchronize more often");
        }
    }

    private long send(int flags, @Nullable NumberedCall expectedBack, boolean flush) {
        int all = flags | (BufferPlacement.hasStagedInput(buffers) ? RecordFlags.STAGED : 0);
        if (fellBack > 0) {
            session.counters().add(SessionCounters.FALLBACKS, fellBack);
        }
        try {
            return session.outbox().call(number, function, all, args, buffers, expectedBack, flush);
        } catch (RuntimeException e) {
            if (expectedBack instanceof PendingCall pending) {
                pending.cancel();
                session.table().remove(pending);
            }
            BufferPlacement.giveBack(session, buffers);
            buffers.clear();
            throw e instanceof SessionGone ? session.gone(name) : e;
        }
    }

    private @Nullable RuntimeException makeRoomForPart() {
        RuntimeException first = null;
        while (first == null && parts.size() >= session.settings().partsInFlight()) {
            first = settleFirstPart();
        }
        return first;
    }

    /** Waits for all parts; returns the first failure among them, or null. */
    private @Nullable RuntimeException settleParts() {
        RuntimeException first = null;
        while (!parts.isEmpty()) {
            RuntimeException failure = settleFirstPart();
            first = first == null ? failure : first;
        }
        return first;
    }

    private @Nullable RuntimeException settleFirstPart() {
        PendingCall part = parts.remove();
        try {
            settle(part);
            return failureOf(part);
        } catch (RuntimeException e) {
            return e;
        }
    }

    private void settle(PendingCall call) {
        session.await(call);
        call.fillOutputs(session.staging());
    }

    private void runDeferred() {
        for (Runnable task = deferred.poll(); task != null; task = deferred.poll()) {
            task.run();
        }
    }
}
