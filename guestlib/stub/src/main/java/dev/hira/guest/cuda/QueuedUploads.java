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

    /** The program's functions that are queued or run, by context. */
    private final ConcurrentHashMap<Long, Set<Function>> functions = new ConcurrentHashMap<>();

    /** The number of all of them. */
    private final AtomicInteger allFunctions = new AtomicInteger();

    /** The streams of this class, by context. */
    private final ConcurrentHashMap<Long, Long> streams = new ConcurrentHashMap<>();

    /** The uploads whose sources functions of this class are still to read. */
    private final Waiting unread = new Waiting();

    /** The uploads that functions of this class are still to make by a stream of their own. */
    private final Waiting unmade = new Waiting();

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
        return new Function(functions.computeIfAbsent(context, _ -> ConcurrentHashMap.newKeySet()));
    }

    /**
     * A function of the program. It counts until it has run, the server has refused it, or its
     * context is gone: functions behind failed work do not run.
     */
    final class Function {
        private final Set<Function> ofContext;
        private final CallRefusals.Watch watch = guest.refusals().watch(this::ended);

        private Function(Set<Function> ofContext) {
            this.ofContext = ofContext;
        }

        /** Counts the function and makes the call that queues it. */
        void queue(Runnable call) {
            allFunctions.incrementAndGet();
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
                allFunctions.decrementAndGet();
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

    /** Functions of this class that are queued or run, by context. */
    private final class Waiting {
        private final ConcurrentHashMap<Long, Set<Object>> all = new ConcurrentHashMap<>();

        /** Queues a function. */
        void queue(long context, long stream, Runnable function) {
            Set<Object> ofContext =
                    all.computeIfAbsent(context, _ -> ConcurrentHashMap.newKeySet());
            Object one = new Object();
            CallRefusals.Watch watch = guest.refusals().watch(() -> ofContext.remove(one));
            ofContext.add(one);
            boolean queued = false;
            try {
                watch.over(() ->
                        driver.function(
                                stream,
                                () -> {
                                    try {
                                        function.run();
                                    } finally {
                                        ofContext.remove(one);
                                        watch.end();
                                    }
                                }));
                queued = true;
            } finally {
                if (!queued) {
                    ofContext.remove(one);
                    watch.end();
                }
            }
        }

        boolean isEmpty() {
            return all.isEmpty() || all.values().stream().allMatch(Set::isEmpty);
        }

        /**
         * Waits for all of them, before a call that takes something away that they need. CUDA makes
         * programs wait there for all work. Those of a context that has failed do not run.
         */
        void await() {
            if (all.isEmpty() || Thread.currentThread().equals(uploader)) {
                return;
            }
            failure.report();
            all.forEach((context, functions) -> {
                if (!functions.isEmpty()) {
                    try {
                        driver.synchronizeContext(context);
                    } catch (CudaException failed) {
                        functions.clear();
                    }
                }
            });
        }

        void forget(long context) {
            all.remove(context);
        }
    }

    /** Waits until the sources of all uploads have been read. */
    void awaitRead() {
        unread.await();
    }

    /** Waits until all uploads have been made. */
    void awaitMade() {
        unmade.await();
    }

    /**
     * Queues the release of memory behind uploads that are still to be made, if there are any.
     *
     * @param release releases the memory in a stream
     * @return false: it can be released now
     */
    boolean release(long stream, LongConsumer release) {
        if (unmade.isEmpty() || Thread.currentThread().equals(uploader)) {
            return false;
        }
        long context = driver.currentContext();
        long own = ownStream(context);
        driver.function(stream, () -> inContext(context, () -> release.accept(own)));
        return true;
    }

    private boolean changes(MemorySegment source, Use use) {
        if (Thread.currentThread().equals(uploader)) {
            return false;
        }
        PayloadArena arena = guest.arena();
        if (use == Use.WHOLE && arena != null && arena.offsetOf(source, source.byteSize()) >= 0) {
            return false; // the server reads it when the stream gets there
        }
        return (allFunctions.get() > 0 && hostMemory.isPinned(source)) || guest.willFill(source);
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
        unread.forget(context);
        unmade.forget(context);
        Set<Function> left = functions.remove(context);
        if (left != null) {
            left.forEach(Function::ended);
        }
    }
}
