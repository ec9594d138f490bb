package dev.hira.guest.cuda;

import dev.hira.api.cuda.CUhostFn;
import dev.hira.api.cuda.CUstreamCallback;
import dev.hira.guest.call.PayloadArena;
import dev.hira.guest.session.GuestSession;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous uploads from pinned memory outside the session's arena. Usually their bytes travel
 * with the call. While functions of the program are queued, or downloads to the same memory, those
 * bytes may be too early: the device would read them when the upload's stream gets there. Then a
 * host function ahead of the upload reads them:
 *
 * <pre>
 *   program's stream: …, the program's function, [read the source], upload, [free], …
 * </pre>
 *
 * <p>It copies them to a piece of the arena, which the upload reads. Without an arena, or room in
 * it, the host function itself uploads them by a stream of its own and returns when they are there.
 */
final class QueuedUploads {
    /** A thread that is not the caller: memory that is confined to the caller is not for it. */
    private static final Thread OTHER = Thread.ofVirtual().unstarted(() -> {});

    private static final int NON_BLOCKING = 1;

    private final GuestSession guest;
    private final Driver driver;
    private final GuestHostMemory hostMemory;

    /** The number of the program's functions that are queued or run. */
    private final AtomicInteger functions = new AtomicInteger();

    /** The streams of this class, by context. */
    private final ConcurrentHashMap<Long, Long> streams = new ConcurrentHashMap<>();

    private @Nullable ExecutorService uploader;

    QueuedUploads(GuestSession guest, Driver driver, GuestHostMemory hostMemory) {
        this.guest = guest;
        this.driver = driver;
        this.hostMemory = hostMemory;
    }

    /** The functions of the driver that it uses. */
    interface Driver {
        /** Queues a function that the program does not see. */
        void hostFunction(long stream, CUhostFn function);

        long createStream(int flags);

        void synchronize(long stream);

        long currentContext();

        void setCurrentContext(long context);
    }

    /** An upload of a program. */
    interface Upload {
        /** Queues it with another source, which has the same bytes, in another stream. */
        void from(MemorySegment source, long stream);
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

    /**
     * Queues an upload whose source must be read later.
     *
     * @return false: its bytes may travel now
     */
    boolean queue(MemorySegment source, long stream, Upload upload) {
        if (!hostMemory.isOutsideArena(source)
                || !source.isAccessibleBy(OTHER)
                || (functions.get() == 0 && !isDownloadTarget(source))) {
            return false;
        }
        PayloadArena arena = guest.arena();
        MemorySegment piece = arena == null ? null : arena.pin(source.byteSize());
        if (arena == null || piece == null) {
            byOwnStream(source, stream, upload);
        } else {
            driver.hostFunction(stream, _ -> piece.copyFrom(source));
            upload.from(piece, stream);
            driver.hostFunction(stream, _ -> arena.unpin(piece));
        }
        return true;
    }

    private boolean isDownloadTarget(MemorySegment source) {
        boolean[] found = new boolean[1];
        guest.table().forEach(call -> found[0] |= call.willFill(source));
        return found[0];
    }

    private void byOwnStream(MemorySegment source, long stream, Upload upload) {
        long context = driver.currentContext();
        long own = streams.computeIfAbsent(context, _ -> driver.createStream(NON_BLOCKING));
        ExecutorService thread = uploader();
        driver.hostFunction(
                stream,
                _ ->
                        run(
                                thread,
                                () -> {
                                    driver.setCurrentContext(context);
                                    upload.from(source, own);
                                    driver.synchronize(own);
                                }));
    }

    private synchronized ExecutorService uploader() {
        ExecutorService known = uploader;
        if (known == null) {
            known =
                    Executors.newSingleThreadExecutor(
                            Thread.ofPlatform().daemon().name("hira-uploads").factory());
            uploader = known;
        }
        return known;
    }

    private static void run(ExecutorService thread, Runnable upload) {
        try {
            thread.submit(upload).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a queued upload failed: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Forgets a context that is gone, with its stream. */
    void forget(long context) {
        streams.remove(context);
    }

    synchronized void close() {
        if (uploader != null) {
            uploader.shutdownNow();
        }
    }
}
