package dev.hira.server.call;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import dev.hira.server.dispatch.HandleType;
import dev.hira.server.dispatch.RuntimeCodes;
import dev.hira.server.lane.CallFailure;
import dev.hira.server.objects.Deaths;
import dev.hira.server.work.Traffic;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.RecordFlags;
import dev.hira.wire.RecordKinds;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Released;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The records that the session sends to its guest. Answers are collected until {@link #flush} or
 * until they fill half a frame; late outputs and callbacks leave at once, with all records before
 * them. Records leave in the order in which they were added, after all deaths recorded before: the
 * router's books know of a death before the guest can know that the call has ended. Safe for any
 * number of threads.
 */
public final class GuestOutbox implements Deaths {
    private static final int NAMES_PER_RECORD = 4096;

    private static final CallFailure SKIPPED =
            CallFailure.ofServer(
                    RuntimeCodes.SKIPPED, "the work that would have filled an output was skipped");

    private final Link link;
    private final BufferPool pool;
    private final @Nullable ArenaMirror mirror;
    private final int fullBytes;
    private final Traffic traffic;
    private final ReentrantLock lock;

    @GuardedBy("lock")
    private final FrameWriter out = new FrameWriter();

    @GuardedBy("lock")
    private final FrameWriter hop = new FrameWriter();

    @GuardedBy("lock")
    private final ArgsWriter scratch = new ArgsWriter();

    @GuardedBy("lock")
    private boolean closed;

    /** Whether something waits for the flush; a hint that errs only toward true. */
    private volatile boolean waiting;

    /** Names and calls, alternating. */
    @GuardedBy("lock")
    private long[] dead = new long[64];

    @GuardedBy("lock")
    private int deadCount;

    /**
     * Creates an outbox.
     *
     * @param lock held while sending over the link
     * @param mirror gets outputs to the router that are for the arena; null: they are there
     * @param fullBytes the size at which a frame is sent before the flush
     */
    GuestOutbox(
            Link link,
            ReentrantLock lock,
            BufferPool pool,
            @Nullable ArenaMirror mirror,
            int fullBytes,
            Traffic traffic) {
        this.link = link;
        this.lock = lock;
        this.pool = pool;
        this.mirror = mirror;
        this.fullBytes = fullBytes;
        this.traffic = traffic;
    }

    /** Adds the reply to a synchronous call that was made. */
    void reply(CommandCall call) {
        lock.lock();
        try {
            int flags = call.outcome() == 0 ? 0 : RecordFlags.ERROR;
            begin(RecordKinds.REPLY, flags, call.function(), call.callId(), call.lane());
            if (call.outcome() == 0) {
                ArgsWriter values = call.reply();
                out.args(values.array(), values.length());
                addOutputs(call.outputs());
            } else {
                CallFailure.ofApi(call.outcome(), "").write(scratch);
                out.args(scratch.array(), scratch.length());
            }
            end();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a reply or a notice that is a failure. */
    void failure(int kind, int function, long callId, int lane, CallFailure failure) {
        lock.lock();
        try {
            int flags = kind == RecordKinds.REPLY ? RecordFlags.ERROR : 0;
            begin(kind, flags, function, callId, lane);
            failure.write(scratch);
            out.args(scratch.array(), scratch.length());
            end();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a late output: already in the arena, or in a buffer that is given back once it was
     * sent.
     *
     * @param arenaOffset {@link LateOutputBuffer#NOT_IN_ARENA}: it travels in the frame
     */
    void output(
            int function,
            long callId,
            int lane,
            int field,
            long bytes,
            long arenaOffset,
            BufferPool.@Nullable PooledBuffer buffer) {
        lock.lock();
        try {
            begin(RecordKinds.OUTPUT, 0, function, callId, lane);
            if (arenaOffset == LateOutputBuffer.NOT_IN_ARENA && buffer != null) {
                lend(field, buffer, bytes);
            } else {
                out.payloadArena(field, arenaOffset, bytes);
            }
            if (mirror != null && buffer != null && arenaOffset != LateOutputBuffer.NOT_IN_ARENA) {
                if (!closed) {
                    mirror.complete(arenaOffset, buffer.memory.asSlice(0, bytes));
                }
                pool.give(buffer);
            }
            end();
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Tells the guest that a late output does not come, because its work was skipped. */
    void dropped(int function, long callId, int lane, BufferPool.@Nullable PooledBuffer buffer) {
        if (buffer != null) {
            pool.give(buffer);
        }
        lock.lock();
        try {
            failure(RecordKinds.FAILED, function, callId, lane, SKIPPED);
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Asks the guest to run a callback; sent at once. */
    void callback(int type, long invocation, ArgsWriter args) {
        lock.lock();
        try {
            begin(RecordKinds.CALLBACK, 0, type, invocation, 0);
            out.args(args.array(), args.length());
            end();
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Adds a control message to the guest. */
    public void control(byte[] control) {
        lock.lock();
        try {
            begin(RecordKinds.CONTROL, 0, 0, 0, 0);
            out.args(control, control.length);
            end();
        } finally {
            lock.unlock();
        }
    }

    /** Records a death, which the router hears of before any record that is sent from now on. */
    @Override
    public void died(HandleType type, long name, long call) {
        lock.lock();
        try {
            if (2 * deadCount == dead.length) {
                dead = Arrays.copyOf(dead, 4 * deadCount);
            }
            dead[2 * deadCount] = name;
            dead[2 * deadCount + 1] = call;
            deadCount++;
            waiting = true;
        } finally {
            lock.unlock();
        }
    }

    /** Sends everything queued, deaths first. */
    public void flush() {
        if (!waiting) {
            return;
        }
        lock.lock();
        try {
            send();
        } finally {
            lock.unlock();
        }
    }

    /** Drops everything queued and everything added later. */
    public void close() {
        lock.lock();
        try {
            closed = true;
            out.discard();
            hop.discard();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void addOutputs(Outputs outputs) {
        for (int i = 0; i < outputs.count(); i++) {
            BufferPool.PooledBuffer buffer = outputs.takeBuffer(i);
            if (buffer == null) {
                if (mirror != null && !closed) {
                    mirror.send(outputs.arenaOffset(i), outputs.valid(i));
                }
                out.payloadArena(outputs.field(i), outputs.arenaOffset(i), outputs.valid(i));
            } else {
                lend(outputs.field(i), buffer, outputs.valid(i));
            }
        }
    }

    /**
     * Adds a payload that lies in a buffer; the buffer is given back when it was copied or sent.
     */
    @GuardedBy("lock")
    private void lend(int field, BufferPool.PooledBuffer buffer, long bytes) {
        if (buffer.isLarge()) {
            out.payloadInline(field, pool.lend(buffer, (int) bytes));
        } else {
            out.payloadInline(field, buffer.memory, bytes, false);
            pool.give(buffer);
        }
    }

    @GuardedBy("lock")
    private void begin(int kind, int flags, int function, long callId, int lane) {
        out.begin(kind, flags, function, callId, lane);
    }

    @GuardedBy("lock")
    private void end() {
        out.end();
        waiting = true;
        if (closed || out.bytes() >= fullBytes || out.records() == FrameLayout.MAX_RECORDS) {
            send();
        }
    }

    @GuardedBy("lock")
    private void send() {
        waiting = false;
        sendDeaths();
        if (out.isEmpty()) {
            return;
        }
        if (closed) {
            out.discard();
        } else {
            traffic.sent(out.bytes());
            link.send(out.finish(FrameLayout.AUDIENCE_PEER));
        }
    }

    @GuardedBy("lock")
    private void sendDeaths() {
        for (int from = 0; from < deadCount; from += NAMES_PER_RECORD) {
            int to = Math.min(deadCount, from + NAMES_PER_RECORD);
            scratch.reset();
            scratch.beginMessage(Control.RELEASED_FIELD_NUMBER);
            for (int i = from; i < to; i++) {
                scratch.uint64Always(Released.NAMES_FIELD_NUMBER, dead[2 * i]);
            }
            for (int i = from; i < to; i++) {
                scratch.uint64Always(Released.CALLS_FIELD_NUMBER, dead[2 * i + 1]);
            }
            scratch.endMessage();
            hop.begin(RecordKinds.CONTROL, 0, 0, 0, 0);
            hop.args(scratch.array(), scratch.length()).end();
        }
        deadCount = 0;
        if (hop.isEmpty()) {
            return;
        }
        if (closed) {
            hop.discard();
        } else {
            link.send(hop.finish(FrameLayout.AUDIENCE_HOP));
        }
    }
}
