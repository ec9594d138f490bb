package dev.hira.link.ring;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.shm.MemoryGuard;
import dev.hira.wire.Frame;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending half of a ring link: writes frames into the ring, keeps those that do not fit, and
 * writes them when the peer has made room. Thread-safe. A ring that was full is writable again once
 * half of it is free.
 *
 * <p>The error of an access to lost memory must not surface while a thread acquires or releases the
 * lock, which would then stay held forever; so errors are raised before acquiring it and suppressed
 * before releasing it.
 */
final class RingOutbox {
    private final RingMemory memory;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final ArrayDeque<Frame> kept = new ArrayDeque<>();

    /** The number of bytes of the first kept frame that are already in the ring. */
    @GuardedBy("lock")
    private int written;

    @GuardedBy("lock")
    private boolean closed;

    private volatile boolean blocked;

    RingOutbox(RingMemory memory) {
        this.memory = memory;
    }

    /**
     * Writes or keeps a frame and releases it.
     *
     * @return whether something was published, so that the peer must be woken
     * @throws dev.hira.wire.MalformedFrameException when the peer corrupted the ring
     */
    boolean send(Frame frame) {
        boolean complete = false;
        MemoryGuard.raisePending();
        lock.lock();
        try {
            if (closed) {
                frame.release();
                return false;
            }
            if (!kept.isEmpty()) {
                kept.add(frame.own());
                return false;
            }
            complete = write(frame);
            return true;
        } finally {
            if (!complete) {
                memory.guard().quench();
            }
            lock.unlock();
        }
    }

    /** Returns whether frames are kept because the ring is or was full. */
    boolean isBlocked() {
        return blocked;
    }

    /** Returns whether {@link #pump} would make progress. */
    boolean canPump() {
        return blocked && memory.writer.isHalfFree();
    }

    /**
     * Writes as many kept frames as fit.
     *
     * @return whether something was published
     */
    boolean pump() {
        MemoryGuard.raisePending();
        lock.lock();
        try {
            boolean published = false;
            while (blocked && !closed && memory.writer.isHalfFree()) {
                published |= pumpOnce();
            }
            MemoryGuard.raisePending();
            return published;
        } finally {
            memory.guard().quench();
            lock.unlock();
        }
    }

    /** Drops kept and future frames; the ring is not touched again. */
    void close() {
        MemoryGuard.raisePending();
        lock.lock();
        try {
            closed = true;
            blocked = false;
            kept.forEach(Frame::release);
            kept.clear();
        } finally {
            memory.guard().quench();
            lock.unlock();
        }
    }

    /** Returns whether the whole frame was written and no memory error is pending. */
    @GuardedBy("lock")
    private boolean write(Frame frame) {
        int done = 0;
        boolean complete = false;
        try {
            done = memory.writer.write(frame, 0);
            complete = done == frame.size();
            MemoryGuard.raisePending();
        } finally {
            if (complete) {
                frame.release();
            } else {
                kept.add(frame.own());
                written = done;
                block();
            }
        }
        return complete;
    }

    /**
     * Asks for a wake-up when there is room. The caller must look again afterwards, because there
     * may be room already.
     */
    @GuardedBy("lock")
    private void block() {
        blocked = true;
        memory.own.wantSpace();
        VarHandle.fullFence();
    }

    @GuardedBy("lock")
    private boolean pumpOnce() {
        boolean published = false;
        for (Frame frame = kept.peek(); frame != null; frame = kept.peek()) {
            int before = written;
            written = memory.writer.write(frame, written);
            published |= written > before;
            if (written < frame.size()) {
                block();
                return published;
            }
            kept.remove().release();
            written = 0;
        }
        blocked = false;
        return published;
    }
}
