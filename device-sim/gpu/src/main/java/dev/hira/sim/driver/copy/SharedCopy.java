package dev.hira.sim.driver.copy;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A large copy that several threads execute together, piece by piece, because one core does not use
 * all of the machine's memory bandwidth. The calling thread depends on no helper: it copies every
 * piece that no helper from the common pool has begun.
 */
final class SharedCopy implements Runnable {
    /** The size from which helpers are worth waking. */
    private static final long FROM_BYTES = 4L << 20;

    private static final long PIECE = 1L << 20;

    /** The number of helpers that suffices for the full bandwidth. */
    private static final int MOST_HELPERS = 3;

    private final MemorySegment from;
    private final MemorySegment to;
    private final int pieces;
    private final Thread owner = Thread.currentThread();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger left;
    private volatile @Nullable Throwable failure;

    private SharedCopy(MemorySegment from, MemorySegment to) {
        this.from = from;
        this.to = to;
        this.pieces = Math.toIntExact((from.byteSize() + PIECE - 1) / PIECE);
        this.left = new AtomicInteger(pieces);
    }

    /** Copies bytes between memory that any thread may access. */
    static void copy(
            MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long bytes) {
        if (bytes < FROM_BYTES) {
            MemorySegment.copy(from, fromOffset, to, toOffset, bytes);
            return;
        }
        MemorySegment source = from.asSlice(fromOffset, bytes);
        MemorySegment target = to.asSlice(toOffset, bytes);
        if (source.asOverlappingSlice(target).isPresent()) {
            target.copyFrom(source);
        } else {
            new SharedCopy(source, target).make();
        }
    }

    private void make() {
        callHelpers();
        run();
        boolean interrupted = false;
        while (left.get() > 0) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            owner.interrupt();
        }
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            case Throwable e -> throw new AssertionError(e);
        }
    }

    private void callHelpers() {
        int helpers = Math.min(MOST_HELPERS, ForkJoinPool.getCommonPoolParallelism());
        try {
            for (int i = 0; i < helpers; i++) {
                ForkJoinPool.commonPool().execute(this);
            }
        } catch (RejectedExecutionException e) {
            // No helper runs: the owner copies all pieces.
            return;
        }
    }

    /** Copies pieces until all have been begun. */
    @Override
    public void run() {
        for (int i = begun.getAndIncrement(); i < pieces; i = begun.getAndIncrement()) {
            try {
                piece(i * PIECE);
            } catch (RuntimeException | Error e) {
                failure = e;
            } finally {
                if (left.decrementAndGet() == 0) {
                    LockSupport.unpark(owner);
                }
            }
        }
    }

    private void piece(long at) {
        MemorySegment.copy(from, at, to, at, Math.min(PIECE, from.byteSize() - at));
        raisePending();
    }

    /**
     * Raises a failure of the access here: memory that another process has truncated makes the JVM
     * raise an error at the thread's next call into the JVM, and this method makes one.
     */
    private void raisePending() {
        Thread.holdsLock(this);
    }
}
