package dev.hira.link.ring;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.shm.MemoryGuard;
import dev.hira.wire.Frame;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The sending half of a ring link: writes frames into the ring, keeps those that do not fit, and
 * writes them when the peer has made room. Safe for any threads; a full ring is unwritable until
 * half of it is free again.
 *
 * <p>The error of an access to lost memory must not be raised halfway through taking or giving back
 * the lock, which would then be held forever; so errors are settled before the one and quenched
 * before the other.
 */
final class RingOutbox {
    private final RingMemory memory;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final ArrayDeque<Frame> kept = new ArrayDeque<>();

    /** How many bytes of the first kept frame are in the ring. */
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
     * @return whether something was published of which the peer must be told
     * @throws dev.hira.wire.MalformedFrameException when the peer spoiled the ring
     */
    boolean send(Frame frame) {
        boolean settled = false;
        MemoryGuard.settle();
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
            settled = write(frame);
            return true;
        } finally {
            if (!settled) {
                memory.guard().quench();
            }
            lock.unlock();
        }
    }

    /** Whether frames are kept because the ring is or was full. */
    boolean isBlocked() {
        return blocked;
    }

    /** Whether {@link #pump} would get on. */
    boolean canPump() {
        return blocked && memory.writer.isHalfFree();
    }

    /**
     * Writes kept frames, as many as fit.
     *
     * @return whether something was published
     */
    boolean pump() {
        MemoryGuard.settle();
        lock.lock();
        try {
            boolean published = false;
            while (blocked && !closed && memory.writer.isHalfFree()) {
                published |= pumpOnce();
            }
            MemoryGuard.settle();
            return published;
        } finally {
            memory.guard().quench();
            lock.unlock();
        }
    }

    /** Drops what is kept and what comes; nothing touches the ring any more. */
    void close() {
        MemoryGuard.settle();
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

    /** Whether the frame was written as a whole, and no error of that is still to come. */
    @GuardedBy("lock")
    private boolean write(Frame frame) {
        int done = 0;
        boolean settled = false;
        try {
            done = memory.writer.write(frame, 0);
            settled = done == frame.size();
            MemoryGuard.settle();
        } finally {
            if (settled) {
                frame.release();
            } else {
                kept.add(frame.own());
                written = done;
                block();
            }
        }
        return settled;
    }

    /**
     * Asks to be woken when there is room. Whoever calls this looks again afterwards, because there
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
