package dev.hira.guest.cuda;

import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.guest.call.PayloadArena;
import dev.hira.guest.session.GuestSession;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Uploads whose source changes before their stream gets there: by a function of the program, or by
 * a download. Usually the bytes of an upload travel with its call, which would be too early then. A
 * source outside the session's arena that is pinned is read by a function ahead of the upload:
 *
 * <pre>
 *   program's stream: …, the program's function, [read the source], upload, [free], …
 * </pre>
 *
 * <p>It copies the bytes to a piece of the arena, which the upload reads. Without an arena, or room
 * in it, the function itself uploads them by a stream of its own and returns when they are there.
 * The program waits for a download to memory that is not pinned, as CUDA makes it wait.
 */
final class QueuedUploads {
    /** A thread that is not the caller: memory that is confined to the caller is not for it. */
    private static final Thread OTHER = Thread.ofVirtual().unstarted(() -> {});

    private static final int NON_BLOCKING = 1;
    private static final long LEGACY_STREAM = 0;

    private final GuestSession guest;
    private final Driver driver;
    private final GuestHostMemory hostMemory;

    /** The number of the program's functions that are queued or run. */
    private final AtomicInteger functions = new AtomicInteger();

    /** The streams of this class, by context. */
    private final ConcurrentHashMap<Long, Long> streams = new ConcurrentHashMap<>();

    /** The thread that makes calls of this class's own, whose sources do not change. */
    private volatile @Nullable Thread uploading;

    QueuedUploads(GuestSession guest, Driver driver, GuestHostMemory hostMemory) {
        this.guest = guest;
        this.driver = driver;
        this.hostMemory = hostMemory;
    }

    /** The functions of the driver that it uses. */
    interface Driver {
        /** Queues a function of this class; it is skipped when the work before it has failed. */
        void function(long stream, Runnable function);

        /** Queues a function of this class that runs in any case. */
        void last(long stream, Runnable function);

        long createStream(int flags);

        void synchronize(long stream);

        long currentContext();

        void setCurrentContext(long context);
    }

    /** An asynchronous upload of a program. */
    interface Upload {
        /** Queues it with another source, which has the same bytes, in another stream. */
        void from(MemorySegment source, long stream);
    }

    /** How an upload uses its source. */
    enum Use {
        /** Byte by byte: the call can name a place in the arena. */
        WHOLE,
        /** Row by row: the rows are gathered when the call is made. */
        ROWS
    }

    /** Counts a function of the program until it has run. */
    CUhostFn counted(CUhostFn function) {
        functions.incrementAndGet();
        return userData -> {
            try {
                function.call(userData);
            } finally {
                functions.decrementAndGet();
            }
        };
    }

    /** Counts a callback of the program until it has run. */
    CUstreamCallback counted(CUstreamCallback callback) {
        functions.incrementAndGet();
        return (stream, status, userData) -> {
            try {
                callback.call(stream, status, userData);
            } finally {
                functions.decrementAndGet();
            }
        };
    }

    /** Makes good that a function was counted that could not be queued. */
    void notQueued() {
        functions.decrementAndGet();
    }

    /** Waits until the source of a synchronous upload changes no more. */
    void await(MemorySegment source, Use use) {
        if (changes(source, use)) {
            driver.synchronize(LEGACY_STREAM);
        }
    }

    /**
     * Queues an upload whose source changes before its stream gets there.
     *
     * @return false: its bytes may travel now
     */
    boolean queue(MemorySegment source, Use use, long stream, Upload upload) {
        if (!changes(source, use)) {
            return false;
        }
        if (!hostMemory.isPinned(source) || !source.isAccessibleBy(OTHER)) {
            driver.synchronize(stream);
            return false;
        }
        PayloadArena arena = use == Use.WHOLE ? guest.arena() : null;
        MemorySegment piece = arena == null ? null : arena.pin(source.byteSize());
        if (arena == null || piece == null) {
            byOwnStream(source, stream, upload);
        } else {
            byPiece(source, arena, piece, stream, upload);
        }
        return true;
    }

    private boolean changes(MemorySegment source, Use use) {
        if (Thread.currentThread().equals(uploading)) {
            return false;
        }
        PayloadArena arena = guest.arena();
        if (use == Use.WHOLE && arena != null && arena.offsetOf(source, source.byteSize()) >= 0) {
            return false; // the server reads it when the stream gets there
        }
        return (functions.get() > 0 && hostMemory.isPinned(source)) || guest.willFill(source);
    }

    private void byPiece(
            MemorySegment source,
            PayloadArena arena,
            MemorySegment piece,
            long stream,
            Upload upload) {
        boolean queued = false;
        try {
            driver.function(stream, () -> piece.copyFrom(source));
            upload.from(piece, stream);
            driver.last(stream, () -> arena.unpin(piece));
            queued = true;
        } finally {
            if (!queued) {
                arena.unpin(piece);
            }
        }
    }

    private void byOwnStream(MemorySegment source, long stream, Upload upload) {
        long context = driver.currentContext();
        long own = streams.computeIfAbsent(context, _ -> driver.createStream(NON_BLOCKING));
        driver.function(
                stream,
                () -> {
                    uploading = Thread.currentThread();
                    driver.setCurrentContext(context);
                    upload.from(source, own);
                    driver.synchronize(own);
                });
    }

    /** Forgets a context that is gone, with its stream. */
    void forget(long context) {
        streams.remove(context);
    }
}
