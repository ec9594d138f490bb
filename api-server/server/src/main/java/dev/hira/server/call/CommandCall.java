package dev.hira.server.call;

import static java.util.Objects.requireNonNull;

import dev.hira.server.dispatch.CallRefused;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.dispatch.ServerCall;
import dev.hira.server.host.WorkScope;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.RecordFlags;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The call of a CALL record. One object serves the calls of all lanes, one after the other. A call
 * that goes away to a server lane thread keeps its object; the session's next call uses another
 * one. The object defers its changes to the object table until a thread with the turn applies them
 * ({@link #applyChanges}).
 */
final class CommandCall implements ServerCall {
    private final SessionResources resources;
    private final ArgsReader args = new ArgsReader();
    private final ArgsWriter reply = new ArgsWriter();
    private final PayloadRefs payloads;
    private final Outputs outputs = new Outputs();
    private final Claims claims = new Claims();

    private int function;
    private WorkScope work = WorkScope.UNMEASURED;
    private int flags;
    private long callId;
    private int lane;
    private int outcome;
    private @Nullable Runnable longBody;

    private boolean again;
    private boolean waits;

    /** Set before the reply is sent while the call is still away. */
    private volatile boolean answered;

    private boolean away;
    private @Nullable Frame own;
    private final List<Runnable> later = new ArrayList<>(0);

    CommandCall(SessionResources resources) {
        this.resources = resources;
        this.payloads = new PayloadRefs(resources.pool(), resources.arena());
    }

    /**
     * Starts over with a record.
     *
     * @param scope measures the work of its lane
     */
    void begin(Frame frame, RecordCursor record, WorkScope scope) {
        work = scope;
        function = record.function();
        flags = record.flags();
        callId = record.callId();
        lane = record.lane();
        outcome = 0;
        longBody = null;
        answered = false;
        again = false;
        reply.reset();
        claims.clear();
        record.args(args);
        payloads.wrap(frame, record);
    }

    /** Ends the call, answered or not. */
    void end() {
        outputs.clear(resources.pool());
        payloads.clear();
        longBody = null;
        later.clear();
        away = false;
        Frame kept = own;
        own = null;
        if (kept != null) {
            payloads.leave();
            kept.release();
        }
    }

    /** Drops all references to the frame, which is about to be released. */
    void leaveFrame() {
        payloads.leave();
    }

    int function() {
        return function;
    }

    long callId() {
        return callId;
    }

    int lane() {
        return lane;
    }

    int outcome() {
        return outcome;
    }

    boolean inArena() {
        return payloads.inArena();
    }

    Outputs outputs() {
        return outputs;
    }

    // --- away
    // -----------------------------------------------------------------------------------------------------

    /** The part of the call left for a server lane thread; null when the call was made. */
    @Nullable Runnable longBody() {
        return longBody;
    }

    /**
     * Schedules the whole call again on a server lane thread, because the driver would have had to
     * wait.
     *
     * @param mayWait false: the call only takes long
     */
    void again(Runnable dispatch, boolean mayWait) {
        waits = mayWait;
        outputs.clear(resources.pool());
        reply.reset();
        outcome = 0;
        again = true;
        longBody = dispatch;
    }

    /**
     * Whether calls that arrive later, on whatever lanes, may only be made after this one. The
     * program goes on after an asynchronous call, so its other threads may rely on it. Another
     * server that repeats the session's calls makes the same choices for the same objects only in
     * the same order. A call that waits is no such call, because it may wait for them.
     */
    boolean precedesAll() {
        return again ? !waits && !sync() : claims.anyOf(resources.table()::createsInOrder);
    }

    /** Notes that the reply is about to be sent. Any thread. */
    void answers() {
        answered = true;
    }

    /** Whether the guest may have the reply already although the call is away. Any thread. */
    boolean isAnswered() {
        return answered;
    }

    /** Prepares the call for another thread: keeps the record and reserves the claimed names. */
    void goAway(Frame frame, RecordCursor record) {
        Frame kept =
                frame.slice(
                        record.offset(),
                        record.endOffset(),
                        1,
                        record.bulkStart(),
                        record.bulkEnd());
        own = kept;
        payloads.moveTo(kept, record.bulkStart());
        claims.reserve(resources.table());
        away = true;
        if (again) {
            RecordCursor repeated = new RecordCursor();
            repeated.wrap(kept);
            repeated.next();
            repeated.args(args);
        }
    }

    /** Returns a copy of the record of a call that is away, as a frame. Only with the turn. */
    byte[] record() {
        Frame kept = requireNonNull(own);
        byte[] copy = new byte[kept.size()];
        kept.copyTo(MemorySegment.ofArray(copy), 0);
        return copy;
    }

    /** Whether deferred changes must be applied with the turn before the reply. */
    boolean hasSettling() {
        return !later.isEmpty();
    }

    /** Applies the deferred changes to the object table. Only with the turn. */
    void applyChanges() {
        away = false;
        for (int i = 0; i < later.size(); i++) {
            later.get(i).run();
        }
        claims.unreserve(resources.table());
    }

    // --- ServerCall
    // -----------------------------------------------------------------------------------------------------

    @Override
    public ArgsReader args() {
        return args;
    }

    @Override
    public boolean sync() {
        return (flags & RecordFlags.SYNC) != 0;
    }

    @Override
    public void require(HandleType type, long name) {
        if (!checked()) {
            resources.table().require(type, name);
        }
    }

    @Override
    public void requireOrNull(HandleType type, long name) {
        if (name != 0) {
            require(type, name);
        }
    }

    @Override
    public void claim(HandleType type, long name, long extent) {
        if (!checked()) {
            resources.table().requireRoom(claims.count() + 1);
            resources.table().claim(type, name, extent);
            claims.add(type, name, extent);
        }
    }

    @Override
    public void created(HandleType type, long name, long extent, long parent) {
        long call = callId;
        if (away) {
            later.add(() -> resources.table().created(type, name, extent, parent, call));
        } else {
            resources.table().created(type, name, extent, parent, call);
        }
    }

    @Override
    public void dependsOn(HandleType type, long name, HandleType onType, long on) {
        if (away) {
            later.add(() -> resources.table().dependsOn(type, name, onType, on));
        } else {
            resources.table().dependsOn(type, name, onType, on);
        }
    }

    @Override
    public void destroyed(HandleType type, long name) {
        if (away) {
            later.add(() -> resources.table().destroyed(type, name));
        } else {
            resources.table().destroyed(type, name);
        }
    }

    @Override
    public void retained(HandleType type, long name) {
        if (away) {
            later.add(() -> resources.table().retained(type, name));
        } else {
            resources.table().retained(type, name);
        }
    }

    @Override
    public void released(HandleType type, long name) {
        if (away) {
            later.add(() -> resources.table().released(type, name));
        } else {
            resources.table().released(type, name);
        }
    }

    @Override
    public MemorySegment input(int field, long bytes) {
        return payloads.input(required(field, payloads.findInput(field)), bytes);
    }

    @Override
    public @Nullable MemorySegment inputOrNull(int field, long bytes) {
        int i = payloads.findInput(field);
        return i < 0 ? null : payloads.input(i, bytes);
    }

    @Override
    public boolean wants(int field) {
        return payloads.findOutput(field) >= 0;
    }

    @Override
    public MemorySegment output(int field, long bytes) {
        int i = required(field, payloads.findOutput(field));
        if (payloads.toArena(i)) {
            MemorySegment memory = payloads.arenaOutput(i, bytes);
            return outputs.addInArena(field, bytes, payloads.arenaOffset(i), memory);
        }
        payloads.requireWanted(i, bytes);
        return outputs.addPooled(field, bytes, resources.pool().take((int) bytes));
    }

    @Override
    public void filled(int field, long bytes) {
        outputs.filled(field, bytes);
    }

    @Override
    public LateOutput lateOutput(int field, long bytes) {
        LateOutputBuffer late = newLate(field, bytes);
        work.completes(late);
        return late;
    }

    private LateOutputBuffer newLate(int field, long bytes) {
        int i = required(field, payloads.findOutput(field));
        if (payloads.toArena(i)) {
            MemorySegment memory = payloads.arenaOutput(i, bytes);
            long offset = payloads.arenaOffset(i);
            return resources.mirror() == null
                    ? new LateOutputBuffer(
                            resources.outbox(), this, field, bytes, memory, offset, null)
                    : newLate(field, bytes, offset);
        }
        payloads.requireWanted(i, bytes);
        return newLate(field, bytes, LateOutputBuffer.NOT_IN_ARENA);
    }

    private LateOutputBuffer newLate(int field, long bytes, long arenaOffset) {
        BufferPool.PooledBuffer buffer = resources.pool().take((int) bytes);
        MemorySegment memory = buffer.memory.asSlice(0, bytes);
        return new LateOutputBuffer(
                resources.outbox(), this, field, bytes, memory, arenaOffset, buffer);
    }

    @Override
    public CallbackCall callback(int callbackType, long callbackId) {
        return resources.callbacks().open(callbackType, callbackId);
    }

    @Override
    public ServerCall detach() {
        return new DetachedCall(resources.callbacks());
    }

    @Override
    public ArgsWriter reply() {
        return reply;
    }

    @Override
    public void outcome(int code) {
        outcome = code;
    }

    @Override
    public void blocking(BooleanSupplier ready, Runnable body) {
        if (away || ready.getAsBoolean()) {
            body.run();
        } else {
            longBody = body;
        }
    }

    /** Whether names were checked before the call went away. */
    private boolean checked() {
        if (away && !again) {
            throw new IllegalStateException(
                    "names are checked before a call blocks, not while it does");
        }
        return away;
    }

    private static int required(int field, int i) {
        if (i < 0) {
            throw CallRefused.byServer(
                    RuntimeCodes.BAD_BUFFER, "the call lacks its buffer " + field);
        }
        return i;
    }
}
