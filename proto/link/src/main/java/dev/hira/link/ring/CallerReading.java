package dev.hira.link.ring;

import dev.hira.link.shm.MemoryGuard;
import java.lang.invoke.VarHandle;
import java.util.function.BooleanSupplier;

/**
 * Reading by a thread that waits for an answer, in place of the poller. It takes the {@link
 * ReaderRole}, announces this in the caller's word of its {@link BellWords}, and sleeps on that
 * word, so the peer wakes it and not the poller. While another thread has the role, it queues for
 * it.
 *
 * <p>When it leaves, the poller takes over without a wake-up: it sleeps on its own word all the
 * time, and later frames ring its bell. For frames that arrived just before, the caller looks once
 * more after it has released the role: either that look sees them, or their publisher saw that no
 * caller reads (both store, fence, and load).
 */
final class CallerReading {
    /**
     * The link that is read. All methods except {@link #hasWork} and {@link #isClosed} run under
     * the role.
     */
    interface Source {
        /** Does a bounded amount of pending work; returns whether there was any. */
        boolean serve();

        boolean hasWork();

        boolean isClosed();

        /** Returns the time at which work is due even without a wake-up, by the poller's clock. */
        long deadline();

        /** Ends the link, because its memory is gone. */
        void lost();
    }

    static final long NEVER = Long.MAX_VALUE;
    private static final long LONGEST_SLEEP = 1_000_000_000L;

    private final Source source;
    private final RingMemory memory;
    private final ReaderRole role;
    private final RingPoller poller;
    private volatile boolean reading;

    CallerReading(Source source, RingMemory memory, ReaderRole role, RingPoller poller) {
        this.source = source;
        this.memory = memory;
        this.role = role;
        this.poller = poller;
    }

    /**
     * Waits until {@code done}, the close or the end of the time. The memory stays mapped
     * meanwhile. An interruption does not end the wait; the thread stays interrupted.
     */
    void await(BooleanSupplier done, long timeoutNanos) {
        long deadline = after(timeoutNanos);
        BooleanSupplier stop = () -> done.getAsBoolean() || source.isClosed();
        boolean stood = false;
        boolean interrupted = Thread.interrupted();
        try {
            while (!stop.getAsBoolean()) {
                long left = deadline == NEVER ? NEVER : deadline - poller.nanos();
                if (left <= 0) {
                    break;
                }
                if (role.tryTake()) {
                    read(stop, deadline);
                } else {
                    stood = true;
                    role.stand(stop, left);
                    interrupted |= Thread.interrupted();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (stood && !role.isHeld()) {
            role.passOn();
        }
    }

    /** Serves once, or waits for work and then serves; returns whether there was work in time. */
    boolean once(long timeoutNanos) {
        if (!role.tryTake()) {
            return false;
        }
        int[] served = new int[1];
        read(() -> served[0]++ > 0, after(timeoutNanos));
        return served[0] > 1;
    }

    /** Makes the present reader, or else the poller, look at the link. */
    void signal() {
        if (role.isMine()) {
            return;
        }
        VarHandle.fullFence();
        if (reading) {
            wakeCaller();
        }
        if (!reading) {
            poller.wakeUp();
        }
    }

    /** If the memory is gone, no thread can be woken on it; the caller then finds out by itself. */
    private void wakeCaller() {
        if (memory.retain()) {
            try {
                memory.own.wakeCaller();
                MemoryGuard.raisePending();
            } catch (InternalError e) {
                memory.guard().caught(e);
            } finally {
                memory.release();
            }
        }
    }

    private void read(BooleanSupplier stop, long deadline) {
        reading = true;
        try {
            memory.own.callerAwake();
            serveUntil(stop, deadline);
            MemoryGuard.raisePending();
        } finally {
            leave();
        }
    }

    private void serveUntil(BooleanSupplier stop, long deadline) {
        while (!source.isClosed() && !stop.getAsBoolean()) {
            while (!source.serve()) {
                if (source.isClosed() || !sleep(deadline)) {
                    return;
                }
            }
        }
    }

    /** Sleeps until work may be pending; false when the time is over. */
    private boolean sleep(long deadline) {
        int expected = memory.own.callerAsleep();
        VarHandle.fullFence();
        Futex.Outcome outcome =
                source.hasWork() ? Futex.Outcome.AWAKE : sleepUntil(deadline, expected);
        memory.own.callerAwake();
        if (outcome == Futex.Outcome.FAULT
                || (outcome == Futex.Outcome.TIMEOUT && !memory.intact())) {
            source.lost();
        }
        return deadline == NEVER || deadline - poller.nanos() > 0 || source.hasWork();
    }

    /** Limits a sleep to one second, because a thread cannot be woken on truncated memory. */
    private Futex.Outcome sleepUntil(long deadline, int expected) {
        long until = Math.min(deadline, source.deadline());
        long left = until == NEVER ? LONGEST_SLEEP : until - poller.nanos();
        return left <= 0
                ? Futex.Outcome.AWAKE
                : Futex.await(memory.own.callerAddress(), expected, Math.min(left, LONGEST_SLEEP));
    }

    private void leave() {
        reading = false;
        try {
            memory.own.callerGone();
            MemoryGuard.raisePending();
        } finally {
            role.release();
        }
        if (source.hasWork() && role.tryTake()) {
            try {
                source.serve();
            } finally {
                role.release();
            }
            if (source.hasWork()) {
                poller.wakeUp();
            }
        }
        role.passOn();
    }

    private long after(long nanos) {
        return nanos == NEVER ? NEVER : poller.nanos() + nanos;
    }
}
