package dev.hira.guest.cuda;

import dev.hira.api.cuda.CudaException;
import dev.hira.guest.call.PayloadArena;
import dev.hira.guest.session.CallRefusals;
import dev.hira.guest.session.GuestSession;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongConsumer;
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
 * in it, the function itself uploads them by a stream of its own and returns when they are there;
 * if that fails, the program's next call reports it. What such an upload needs must not be taken
 * away before: memory that the program releases in a stream is released by a function as well, and
 * before a release at once the program waits. The program also waits for a download to memory that
 * is not pinned, as CUDA makes it wait.
 */
final class QueuedUploads {
    /** A thread that is not the caller: memory that is confined to the caller is not for it. */
    private static final Thread OTHER = Thread.ofVirtual().unstarted(() -> {});

    private static final int NON_BLOCKING = 1;
    private static final long LEGACY_STREAM = 0;

    private final GuestSession guest;
    private final Driver driver;
    private final GuestHostMemory hostMemory;
    private final EarlierFailure failure;

    /** The program's functions. */
    private final Functions ofProgram = new Functions();

    /** The functions of this class that read the source of an upload. */
    private final Functions unread = new Functions();

    /** The functions of this class that make an upload by a stream of their own. */
    private final Functions unmade = new Functions();

    /** The streams of this class, by context. */
    private final ConcurrentHashMap<Long, Long> streams = new ConcurrentHashMap<>();

    /** The thread that makes uploads for this class; their sources do not change any more. */
    private volatile @Nullable Thread uploader;

    /**
     * Creates the uploads of a session.
     *
     * @param failure gets the failure of an upload that this class has made
     */
    QueuedUploads(
            GuestSession guest, Driver driver, GuestHostMemory hostMemory, EarlierFailure failure) {
        this.guest = guest;
        this.driver = driver;
        this.hostMemory = hostMemory;
        this.failure = failure;
    }

    /** The functions of the driver that it uses. */
    interface Driver {
        /** Queues a function of this class; it is skipped when the work before it has failed. */
        void function(long stream, Runnable function);

        /** Queues a function of this class that runs in any case. */
        void last(long stream, Runnable function);

        long createStream(int flags);

        void destroyStream(long stream);

        void synchronize(long stream);

        /** Waits for all work of a context. */
        void synchronizeContext(long context);

        /** The current context; 0: there is none. */
        long currentContext();

        void setCurrentContext(long context);

        /** Whether the program has a context. */
        boolean has(long context);
    }

    /** An asynchronous upload of a program. */
    interface Upload {
        /** Queues the upload in a stream, from memory with the bytes of its source. */
        void from(MemorySegment source, long stream);
    }

    /** How an upload uses its source. */
    enum Use {
        /** Byte by byte: the call can name a place in the arena. */
        WHOLE,
        /** Row by row: the rows are gathered when the call is made. */
        ROWS
    }

    /** Returns a function of the program that is about to be queued in a context. */
    Function function(long context) {
        return ofProgram.next(context);
    }

    /** Functions that are queued or run. */
    private final class Functions {
        private final ConcurrentHashMap<Long, Set<Function>> byContext = new ConcurrentHashMap<>();
        private final AtomicInteger number = new AtomicInteger();

        Function next(long context) {
            return new Function(
                    this, byContext.computeIfAbsent(context, _ -> ConcurrentHashMap.newKeySet()));
        }

        boolean isEmpty() {
            return number.get() == 0;
        }

        /** Queues a function of this class. */
        void queue(long context, long stream, Runnable code) {
            Function function = next(context);
            function.queue(() -> driver.function(stream, () -> function.run(code)));
        }

        /**
         * Waits for all of them, before a call that takes something away that they need. CUDA makes
         * programs wait there for all work. Those of a context that has failed do not run.
         */
        void await() {
            if (isEmpty()) {
                return;
            }
            failure.report();
            byContext.forEach((context, functions) -> {
                if (!functions.isEmpty()) {
                    try {
                        driver.synchronizeContext(context);
                    } catch (CudaException failed) {
                        functions.forEach(Function::ended);
                    }
                }
            });
        }

        /** Forgets the functions of a context that is gone. */
        void forget(long context) {
            Set<Function> left = byContext.remove(context);
            if (left != null) {
                left.forEach(Function::ended);
            }
        }
    }

    /**
     * A function. It counts until it has run, the server has refused it, or its context is gone:
     * functions behind failed work do not run.
     */
    final class Function {
        private final Functions all;
        private final Set<Function> ofContext;
        private final CallRefusals.Watch watch = guest.refusals().watch(this::ended);

        private Function(Functions all, Set<Function> ofContext) {
            this.all = all;
            this.ofContext = ofContext;
        }

        /** Counts the function and makes the call that queues it. */
        void queue(Runnable call) {
            all.number.incrementAndGet();
            ofContext.add(this);
            boolean queued = false;
            try {
                watch.over(call);
                queued = true;
            } finally {
                if (!queued) {
                    ended();
                }
            }
        }

        /** Runs the function's code. */
        void run(Runnable code) {
            try {
                code.run();
            } finally {
                ended();
            }
        }

        private void ended() {
            watch.end();
            if (ofContext.remove(this)) {
                all.number.decrementAndGet();
            }
        }
    }

    /** Waits until nothing changes the source of a synchronous upload any more. */
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

    /** Waits until the sources of all uploads have been read. */
    void awaitRead() {
        unread.await();
    }

    /** Waits until all uploads have been made. */
    void awaitMade() {
        unmade.await();
    }

    /** Whether no upload is still to be made. */
    boolean areMade() {
        return unmade.isEmpty();
    }

    /**
     * Queues the release of memory behind uploads that are still to be made.
     *
     * @param release releases the memory in a stream
     */
    void release(long stream, LongConsumer release) {
        long context = driver.currentContext();
        long own = ownStream(context);
        driver.function(stream, () -> inContext(context, () -> release.accept(own)));
    }

    private boolean changes(MemorySegment source, Use use) {
        if (Thread.currentThread().equals(uploader)) {
            return false;
        }
        PayloadArena arena = guest.arena();
        if (use == Use.WHOLE && arena != null && arena.offsetOf(source, source.byteSize()) >= 0) {
            return false; // the server reads it when the stream gets there
        }
        return (!ofProgram.isEmpty() && hostMemory.isPinned(source)) || guest.willFill(source);
    }

    private void byPiece(
            MemorySegment source,
            PayloadArena arena,
            MemorySegment piece,
            long stream,
            Upload upload) {
        boolean queued = false;
        try {
            unread.queue(
                    driver.currentContext(),
                    stream,
                    () -> failure.keep(() -> piece.copyFrom(source)));
            queued = true;
        } finally {
            if (!queued) {
                arena.unpin(piece);
            }
        }
        try {
            upload.from(piece, stream);
        } finally {
            driver.last(stream, () -> arena.unpin(piece));
        }
    }

    private void byOwnStream(MemorySegment source, long stream, Upload upload) {
        long context = driver.currentContext();
        long own = ownStream(context);
        unmade.queue(
                context,
                stream,
                () ->
                        inContext(
                                context,
                                () -> {
                                    uploader = Thread.currentThread();
                                    upload.from(source, own);
                                    driver.synchronize(own);
                                }));
    }

    /** Makes calls in a context, unless it is gone meanwhile. On the thread of own functions. */
    private void inContext(long context, Runnable calls) {
        failure.keep(() -> {
            if (driver.has(context)) {
                driver.setCurrentContext(context);
                calls.run();
            }
        });
    }

    private long ownStream(long context) {
        Long known = streams.get(context);
        if (known != null) {
            return known;
        }
        long fresh = driver.createStream(NON_BLOCKING);
        Long before = streams.putIfAbsent(context, fresh);
        if (before == null) {
            return fresh;
        }
        driver.destroyStream(fresh);
        return before;
    }

    /** Forgets a context that is gone, with its stream and functions. */
    void forget(long context) {
        streams.remove(context);
        ofProgram.forget(context);
        unread.forget(context);
        unmade.forget(context);
    }
}
