package dev.hira.router.judge.link;

import com.google.protobuf.ByteString;
import dev.hira.base.SharedBudget;
import dev.hira.link.Link;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * All frames that a session's guest has sent to its server since its beginning or its last
 * checkpoint, and the records that came back, so that another server can repeat them.
 *
 * <p>The other server gets each frame when it has sent all records that had come before the frame
 * the first time. So commands keep the order that the guest gave them by waiting: for a reply, for
 * the end of work, for a callback. Records that had come before do not go on to the guest and the
 * books.
 *
 * <p>A log beyond its limit, or for which the logs of other sessions leave no room, is given up,
 * unless its {@link Watch} makes room: the session cannot be repeated until the next {@link #cut}.
 * Belongs to the session's thread.
 */
public final class CommandLog {
    /** What the router keeps for each frame. */
    private static final long FRAME_BYTES = 128;

    /** What the router keeps for each record of the server. */
    private static final long RECORD_BYTES = 32;

    /**
     * What the router keeps for each piece of kernels' text, late output, failed call and callback.
     */
    private static final long NOTE_BYTES = 96;

    /** The log's part in the memory of all logs changes in steps of this size. */
    private static final int STEP = 64 << 10;

    private final long limit;
    private final SharedBudget.Part memory;
    private final List<Sent> frames = new ArrayList<>();
    private final SeenRecords seen;
    private final CallbackNumbers callbacks = new CallbackNumbers();
    private final RecordCursor cursor = new RecordCursor();
    private final FrameWriter writer = new FrameWriter();
    private Watch watch = (_, _) -> false;
    private long frameBytes;

    /** The bytes of {@link #memory}, which are those of the log or more. */
    private long held;

    /** Whether the logs of other sessions leave no room for more of this one. */
    private boolean squeezed;

    /** The next frame for the present server. */
    private int next;

    /** Whether the session has a server. */
    private boolean running = true;

    /** Read by any thread. */
    private volatile boolean givenUp;

    /** The size when it was last noted, read by any thread. */
    private volatile long noted;

    private Runnable whenCaughtUp = () -> {};

    /** The number of records when the present server began. */
    private int recordsAtStart;

    private int deathsWithoutProgress;
    private long activityCount;

    /** Receives the size of a log. */
    @FunctionalInterface
    public interface Watch {
        /**
         * Notes the size of a log whose server has got all of it.
         *
         * @param beyond whether it exceeds the limit
         * @return whether the log may exceed it, because it will be cut soon
         */
        boolean keeps(long bytes, boolean beyond);
    }

    /**
     * @param after the number of records that had come before
     */
    private record Sent(Frame frame, int after) {}

    /**
     * @param limit most bytes of memory
     * @param memory the log's part in the memory of all logs
     * @param salt a random number for hash tables
     */
    public CommandLog(long limit, SharedBudget.Part memory, long salt) {
        this.limit = limit;
        this.memory = memory;
        this.seen = new SeenRecords(salt);
    }

    /** Sets the receiver of the size. */
    public void watch(Watch receiver) {
        watch = receiver;
    }

    /** Whether the session can be repeated. Any thread may call it. */
    public boolean isComplete() {
        return !givenUp;
    }

    /** Returns the bytes of memory that the log takes, as last noted. Any thread may call it. */
    public long size() {
        return noted;
    }

    /** Whether the present server has got all frames, and has sent all that came before. */
    boolean hasCaughtUp() {
        return running && next == frames.size() && seen.passed() == seen.count();
    }

    // --- commands

    /** Returns the number of frames that wait for the server. */
    int unsent() {
        return frames.size() - next;
    }

    /** Adds a frame for the server; {@link #pump} sends it. */
    void add(Frame frame) {
        frames.add(new Sent(frame.own(), seen.count()));
        frameBytes += frame.size();
    }

    /** Sends frames as long as the server has sent what came before them, and takes them. */
    void pump(Link server) {
        activityCount++;
        while (running
                && next < frames.size()
                && server.isWritable()
                && frames.get(next).after <= seen.passed()) {
            Frame frame = frames.get(next++).frame;
            server.send(numbered(frame.retain()));
        }
        if (hasCaughtUp()) {
            enforceLimit();
            Runnable task = whenCaughtUp;
            whenCaughtUp = () -> {};
            task.run();
        }
    }

    private void enforceLimit() {
        long bytes =
                frameBytes
                        + frames.size() * FRAME_BYTES
                        + seen.count() * RECORD_BYTES
                        + (seen.notes() + callbacks.count()) * NOTE_BYTES;
        noted = bytes;
        hold(bytes);
        boolean beyond = bytes > limit || squeezed;
        if (!givenUp && !watch.keeps(bytes, beyond) && beyond) {
            givenUp = true;
        }
        if (givenUp) {
            clear();
        }
    }

    private void hold(long bytes) {
        long wanted = Math.ceilDiv(bytes, STEP) * STEP;
        if (wanted != held) {
            held = wanted;
            memory.hold(wanted);
            squeezed = memory.isSqueezed();
        }
    }

    /**
     * Forgets what has been sent and has come back: from now on the log repeats what follows on the
     * present state of the session, which is saved. All callbacks have returned.
     *
     * @return false when the server has not got all of the log; then nothing has changed
     */
    public boolean cut() {
        if (!hasCaughtUp()) {
            return false;
        }
        clear();
        givenUp = false;
        recordsAtStart = 0;
        deathsWithoutProgress = 0;
        return true;
    }

    /** Returns a frame with the present server's numbers of callbacks. */
    private Frame numbered(Frame frame) {
        cursor.wrap(frame);
        if (!cursor.next() || cursor.kind() != RecordKinds.CALLBACK_RETURN) {
            return frame;
        }
        try {
            do {
                long number = callbacks.returned(cursor.callId());
                writer.begin(
                                cursor.kind(),
                                cursor.flags(),
                                cursor.function(),
                                number,
                                cursor.lane())
                        .args(frame.head(), cursor.argsOffset(), cursor.argsLength())
                        .end();
            } while (cursor.next());
        } finally {
            frame.release();
        }
        return writer.finish(FrameLayout.AUDIENCE_PEER);
    }

    // --- records of the server

    /** Notes a record of the server; false when an earlier server had sent it. */
    public boolean isNew(int kind, long call, int field) {
        return givenUp || seen.isNew(kind, call, field);
    }

    /** Notes a piece of a kernel's text; false when an earlier server had sent it. */
    boolean isNewText(long call, int piece) {
        return givenUp || seen.isNewText(call, piece);
    }

    /**
     * Notes an answer of the server.
     *
     * @param told tells an answer in words
     * @return false when an earlier server had sent it
     * @throws RepetitionFailedException when the call had succeeded and has failed now
     * @throws MalformedFrameException when the call had failed and has succeeded now
     */
    public boolean isNewAnswer(
            RecordCursor answer, boolean leavesSomething, Function<RecordCursor, String> told) {
        long call = answer.callId();
        boolean failed = (answer.flags() & RecordFlags.ERROR) != 0;
        if (isNew(RecordKinds.REPLY, call, 0)) {
            if (failed && !givenUp) {
                seen.failed(call);
            }
            return true;
        }
        // Without this check the guest would work with objects that are not as it knows them.
        if (leavesSomething && failed != seen.hasFailed(call)) {
            throw failed
                    ? new RepetitionFailedException(call, told.apply(answer))
                    : otherResult(call, told.apply(answer));
        }
        return false;
    }

    private static MalformedFrameException otherResult(long call, String now) {
        return new MalformedFrameException(
                "the result of call "
                        + call
                        + " is another one than at the server that died ("
                        + now
                        + "), so the session cannot go on here; reopen it");
    }

    /**
     * Notes that an asynchronous call failed.
     *
     * @param succeeded whether it was known to have succeeded
     * @param told tells an answer in words
     * @return false when an earlier server had sent it
     * @throws RepetitionFailedException when the call had succeeded at an earlier server; the
     *     failure is not noted, because the next server need not send it
     */
    public boolean isNewFailure(
            RecordCursor failure, boolean succeeded, Function<RecordCursor, String> told) {
        long call = failure.callId();
        if (succeeded && !hasCaughtUp() && !seen.has(RecordKinds.FAILED, call)) {
            throw new RepetitionFailedException(call, told.apply(failure));
        }
        return isNew(RecordKinds.FAILED, call, 0);
    }

    /** Gives the guest the numbers of callbacks that the servers use. */
    void keepCallbackNumbers() {
        callbacks.keep();
    }

    /** Returns the number for the guest of a callback for which the server asks. */
    public long callback(long there, ByteString args) {
        long number = callbacks.number(there, args);
        if (givenUp) {
            callbacks.forget();
        }
        return number;
    }

    // --- another server

    /** Returns a number that changes as long as frames come or go. */
    public long activityCount() {
        return activityCount;
    }

    /**
     * Notes that the server is gone.
     *
     * @param busy whether the guest waited for it
     * @return the number of servers that have died in a row before one sent a new record
     */
    public int lost(boolean busy) {
        boolean stuck = busy || !hasCaughtUp();
        deathsWithoutProgress =
                stuck && recordsAtStart == seen.count() ? deathsWithoutProgress + 1 : 0;
        recordsAtStart = seen.count();
        startOver();
        return deathsWithoutProgress;
    }

    /** Prepares to send all frames again, to a server that has not begun yet. */
    public void startOver() {
        running = false;
        whenCaughtUp = () -> {};
        next = 0;
        seen.restart();
        callbacks.restart();
    }

    /** Notes that another server begins. */
    void serverBegins() {
        running = true;
    }

    /** Runs a task when the present server has come as far as the one before. */
    void whenCaughtUp(Runnable task) {
        whenCaughtUp = task;
    }

    /** Releases all frames. */
    void clear() {
        frames.forEach(sent -> sent.frame.release());
        frames.clear();
        next = 0;
        frameBytes = 0;
        noted = 0;
        hold(0);
        seen.clear();
        callbacks.forget();
    }
}
