package dev.hira.guest.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.guest.call.CallbackInvoker;
import dev.hira.wire.ArgsReader;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The guest's code that the server calls. Code of the program runs in the order of the server's
 * calls on one thread. Code of the session itself runs on a second thread, so that it does not wait
 * while the program's code does. Each thread starts with its first callback. An exception in a
 * callback is logged and reported to the server, and has no other effect.
 */
final class Callbacks {
    private static final Logger LOG = System.getLogger("dev.hira.guest");
    private static final Invocation END = new Invocation(0, 0, new byte[0]);

    private final GuestSession session;
    private final Worker program;
    private final Worker own;
    private final ConcurrentHashMap<Long, Registration> registered = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    /** The latest invocations. */
    @GuardedBy("this")
    private final RecentNumbers invoked = new RecentNumbers();

    @GuardedBy("this")
    private boolean closed;

    /**
     * Creates the callbacks of a session.
     *
     * @param queued how many invocations of a thread may wait
     * @param program starts the thread for code of the program
     * @param own starts the thread for code of the session itself
     */
    Callbacks(GuestSession session, int queued, Flusher.Starter program, Flusher.Starter own) {
        this.session = session;
        this.program = new Worker(queued, program);
        this.own = new Worker(queued, own);
    }

    private record Registration(CallbackInvoker code, boolean once, boolean own) {}

    /** One invocation by the server; compared by identity. */
    private static final class Invocation {
        private final long id;
        private final int lane;
        private final byte[] args;

        Invocation(long id, int lane, byte[] args) {
            this.id = id;
            this.lane = lane;
            this.args = args;
        }
    }

    /** A thread that runs invocations in order. Its methods, except {@link #run}, need the lock. */
    private final class Worker implements Runnable {
        private final BlockingQueue<Invocation> queue;
        private final Flusher.Starter starter;
        private @Nullable Thread thread;

        Worker(int queued, Flusher.Starter starter) {
            this.queue = new LinkedBlockingQueue<>(queued);
            this.starter = starter;
        }

        void add(Invocation invocation) {
            if (!queue.offer(invocation)) {
                throw new MalformedFrameException(
                        "more than " + queue.size() + " callbacks wait for the guest");
            }
            if (thread == null) {
                thread = starter.start(this);
            }
        }

        /** Ends the thread when the running callback has returned. */
        void close() {
            queue.clear();
            boolean queued = queue.offer(END);
            if (!queued) {
                throw new IllegalStateException("a cleared queue has no room");
            }
        }

        @Override
        public void run() {
            try {
                for (Invocation next = queue.take(); next != END; next = queue.take()) {
                    Callbacks.this.run(next);
                }
            } catch (InterruptedException e) {
                LOG.log(
                        Level.WARNING,
                        "the callback thread was interrupted; later callbacks do not run");
            }
        }
    }

    long register(CallbackInvoker code, boolean once) {
        long id = lastId.incrementAndGet();
        registered.put(id, new Registration(code, once, false));
        return id;
    }

    /** Registers code of the session itself, which the server calls once. */
    long registerOwn(CallbackInvoker code) {
        long id = lastId.incrementAndGet();
        registered.put(id, new Registration(code, true, true));
        return id;
    }

    void unregister(long id) {
        registered.remove(id);
    }

    /** Queues an invocation. On the link's reading thread. */
    synchronized void invoke(RecordCursor record, ByteBuffer head) {
        if (closed) {
            return;
        }
        if (!invoked.add(record.callId()) && session.isRepeated()) {
            return;
        }
        byte[] args = new byte[record.argsLength()];
        head.get(record.argsOffset(), args);
        Registration found = registered.get(idOf(args));
        Worker worker = found != null && found.own() ? own : program;
        worker.add(new Invocation(record.callId(), record.lane(), args));
    }

    /** Ends the threads when the running callbacks have returned. */
    synchronized void close() {
        closed = true;
        program.close();
        own.close();
    }

    private void run(Invocation invocation) {
        String failure = "";
        try {
            call(invocation.args);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a callback threw an exception, which has no other effect", e);
            failure = "the callback threw " + e;
        }
        session.answer(invocation.id, invocation.lane, failure);
    }

    private void call(byte[] args) {
        long id = idOf(args);
        Registration found = registered.get(id);
        if (found == null) {
            throw new IllegalStateException("callback " + id + " is no longer registered");
        }
        if (found.once()) {
            registered.remove(id);
        }
        if (!found.own()) {
            session.counters().add(SessionCounters.CALLBACKS, 1);
        }
        found.code().invoke(reader(args));
    }

    private static ArgsReader reader(byte[] args) {
        ByteBuffer in = ByteBuffer.wrap(args).order(ByteOrder.LITTLE_ENDIAN);
        return new ArgsReader().wrap(in, 0, args.length);
    }

    private static long idOf(byte[] args) {
        ArgsReader in = reader(args);
        long id = 0;
        while (in.next()) {
            if (in.field() == 1) {
                id = in.uint64();
            }
        }
        return id;
    }
}
