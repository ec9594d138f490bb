package dev.hira.sim.driver.copy;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A large copy that several threads make together, piece by piece, because one processor does not
 * use all of the machine's memory bandwidth. The calling thread needs nobody: it makes all pieces
 * that no helper of the common pool has begun.
 */
final class SharedCopy implements Runnable {
    /** Smaller copies are not worth waking anybody. */
    private static final long FROM_BYTES = 4L << 20;

    private static final long PIECE = 1L << 20;

    /** So few threads use all of the bandwidth. */
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
            // Nobody helps: the owner makes all of it.
            return;
        }
    }

    /** Makes pieces as long as there are some that nobody has begun. */
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
        settle();
    }

    /**
     * Raises what the access has failed with here: memory that another process has cut off makes
     * the JVM raise an error at the thread's next call into it, and this is one.
     */
    private void settle() {
        Thread.holdsLock(this);
    }
}
