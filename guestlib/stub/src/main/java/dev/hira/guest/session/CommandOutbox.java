package dev.hira.guest.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.guest.call.BatchLimits;
import dev.hira.guest.call.Buffers;
import dev.hira.link.Link;
import dev.hira.wire.ArgsWriter;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.FrameWriter;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.RecordKinds;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the records of the session's threads into frames. One lock is held while a record is
 * appended and while a frame is handed to the link. A thread that would have to send while the link
 * is not writable waits, which bounds the unsent bytes; it releases the lock while it waits.
 */
final class CommandOutbox {
    /** How long a waiting thread relies on a wake-up before it looks itself. */
    private static final long RECHECK_NANOS = 100_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition writable = lock.newCondition();
    private final SessionCounters counters;
    private final LongSupplier clock;
    private final long delayNanos;
    private final Flusher flusher;

    @GuardedBy("lock")
    private final FrameWriter writer = new FrameWriter();

    @GuardedBy("lock")
    private final FrameTally tally = new FrameTally();

    @GuardedBy("lock")
    private Link link;

    @GuardedBy("lock")
    private BatchLimits limits;

    @GuardedBy("lock")
    private long sequence;

    /** The number of the last call that was given to the link. */
    @GuardedBy("lock")
    private long sent;

    @GuardedBy("lock")
    private long firstUnsentAt;

    @GuardedBy("lock")
    private @Nullable LinkStatus closed;

    CommandOutbox(
            Link link,
            BatchLimits limits,
            SessionCounters counters,
            LongSupplier clock,
            long delayNanos,
            Flusher.Starter starter) {
        this.link = link;
        this.limits = limits;
        this.counters = counters;
        this.clock = clock;
        this.delayNanos = delayNanos;
        this.flusher = new Flusher(this, delayNanos, starter);
    }

    /** Switches to another link; only while nothing is unsent. */
    void use(Link other, BatchLimits otherLimits) {
        lock.lock();
        try {
            link = other;
            limits = otherLimits;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Appends a call. Sends unsent records when asked to, when the batch is full, and when the call
     * has an input that the frame takes straight from the caller's memory.
     *
     * @param expected the call if it waits for an answer or outputs, or is watched; or null
     * @return the call's id
     * @throws SessionGone when the session is closed
     */
    long call(
            int lane,
            int function,
            int flags,
            ArgsWriter args,
            Buffers buffers,
            @Nullable NumberedCall expected,
            boolean flush) {
        lock.lock();
        try {
            int size = limits.sizeOf(args, buffers);
            boolean sends = flush || limits.borrows(buffers);
            makeRoom(size, sends);
            long id = CallTable.id(++sequence, expected == null ? 0 : expected.index());
            if (expected != null) {
                expected.sentAs(id);
            }
            noteFirst();
            writer.begin(RecordKinds.CALL, flags, function, id, lane);
            writer.args(args.array(), args.length());
            limits.write(buffers, writer);
            writer.end();
            tally.command(limits.inlineBytes(buffers));
            sendIf(sends);
            return id;
        } finally {
            lock.unlock();
        }
    }

    /** Appends a record that is not a call. */
    void append(int kind, int flags, long callId, int lane, ArgsWriter args, boolean flush) {
        lock.lock();
        try {
            makeRoom(FrameLayout.RECORD_BYTES + args.length(), flush);
            noteFirst();
            writer.begin(kind, flags, 0, callId, lane).args(args.array(), args.length()).end();
            sendIf(flush);
        } finally {
            lock.unlock();
        }
    }

    /** Appends the notice that threads have ended, behind all their calls. */
    void lanesEnded(LanesEnded ended) {
        lock.lock();
        try {
            ArgsWriter control = ended.control(CallTable.lastId(sequence));
            append(RecordKinds.CONTROL, 0, 0, 0, control, false);
        } finally {
            lock.unlock();
        }
    }

    /** Returns a number that no call so far exceeds. */
    long lastCall() {
        lock.lock();
        try {
            return CallTable.lastId(sequence);
        } finally {
            lock.unlock();
        }
    }

    /**
     * Returns the id of the last call given to the link, with index 0 in the table; 0: none was.
     */
    long lastSent() {
        lock.lock();
        try {
            return CallTable.id(sent, 0);
        } finally {
            lock.unlock();
        }
    }

    /** Sends a record for the router at once, in its own frame. */
    void toRouter(ArgsWriter control) {
        lock.lock();
        try {
            requireOpen();
            if (!writer.isEmpty()) {
                send(FrameLayout.AUDIENCE_PEER);
            }
            writer.begin(RecordKinds.CONTROL, 0, 0, 0, 0);
            writer.args(control.array(), control.length()).end();
            send(FrameLayout.AUDIENCE_HOP);
        } finally {
            lock.unlock();
        }
    }

    /** Sends unsent records if the link is writable. */
    void flush() {
        lock.lock();
        try {
            if (closed == null && !writer.isEmpty() && link.isWritable()) {
                send(FrameLayout.AUDIENCE_PEER);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Brings the counters up to date with the appended records. */
    void countUnsent() {
        lock.lock();
        try {
            tally.countIn(counters);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that the link is writable again. */
    void onWritable() {
        lock.lock();
        try {
            if (lock.hasWaiters(writable)) {
                writable.signalAll();
            } else {
                flush();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the session; threads that wait here leave. Returns false when it had ended before. */
    boolean close(LinkStatus status) {
        lock.lock();
        try {
            if (closed != null) {
                return false;
            }
            closed = status;
            writer.discard();
            writable.signalAll();
            flusher.wake();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Returns the reason for the session's end, or null while it is open. */
    @Nullable LinkStatus closed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    // --- for the flusher

    /**
     * Sends a batch that has waited long enough. Returns the nanoseconds until the next look, or
     * -1.
     */
    long flushDue() {
        lock.lock();
        try {
            if (closed != null || writer.isEmpty()) {
                return -1;
            }
            long left = firstUnsentAt + delayNanos - clock.getAsLong();
            if (left > 0) {
                return left;
            }
            flush();
            return writer.isEmpty() ? -1 : delayNanos;
        } finally {
            lock.unlock();
        }
    }

    /** Lets the flusher sleep if nothing is unsent. */
    boolean mayRest() {
        lock.lock();
        try {
            return closed != null || (writer.isEmpty() && flusher.rest());
        } finally {
            lock.unlock();
        }
    }

    // --- under the lock

    /** Makes room for a record in the batch; waits for the link when the record is to be sent. */
    @GuardedBy("lock")
    private void makeRoom(int size, boolean sends) {
        requireOpen();
        limits.requireFits(size);
        boolean full = limits.isFull(writer.bytes() + size, writer.records() + 1);
        if ((sends || full) && !link.isWritable()) {
            awaitWritable();
        }
        if (!writer.isEmpty() && limits.exceeds(writer.bytes() + size)) {
            send(FrameLayout.AUDIENCE_PEER);
        }
    }

    @GuardedBy("lock")
    private void awaitWritable() {
        counters.add(SessionCounters.WAITS, 1);
        boolean interrupted = false;
        while (closed == null && !link.isWritable()) {
            try {
                long ignored = writable.awaitNanos(RECHECK_NANOS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        requireOpen();
    }

    @GuardedBy("lock")
    private void noteFirst() {
        if (writer.isEmpty()) {
            firstUnsentAt = clock.getAsLong();
        }
    }

    @GuardedBy("lock")
    private void sendIf(boolean sends) {
        if (sends || limits.isFull(writer.bytes(), writer.records())) {
            send(FrameLayout.AUDIENCE_PEER);
        } else if (writer.records() == 1) {
            flusher.wake();
        }
    }

    @GuardedBy("lock")
    private void send(int audience) {
        Frame frame = writer.finish(audience);
        sent = sequence;
        counters.add(SessionCounters.FRAMES_SENT, 1);
        tally.countIn(counters);
        link.send(frame);
    }

    @GuardedBy("lock")
    private void requireOpen() {
        LinkStatus status = closed;
        if (status != null) {
            throw new SessionGone(status);
        }
    }
}
