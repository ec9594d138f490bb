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
 * The guest's code that the server calls. It runs in the order of the server's calls on one thread,
 * which starts with the first callback. An exception in it is logged and reported to the server,
 * and has no other effect.
 */
final class Callbacks implements Runnable {
    private static final Logger LOG = System.getLogger("dev.hira.guest");
    private static final Invocation END = new Invocation(0, 0, new byte[0]);

    private final GuestSession session;
    private final BlockingQueue<Invocation> queue;
    private final Flusher.Starter starter;
    private final ConcurrentHashMap<Long, Registration> registered = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();

    /** The latest invocations. */
    @GuardedBy("this")
    private final RecentNumbers invoked = new RecentNumbers();

    @GuardedBy("this")
    private @Nullable Thread thread;

    @GuardedBy("this")
    private boolean closed;

    Callbacks(GuestSession session, int queued, Flusher.Starter starter) {
        this.session = session;
        this.queue = new LinkedBlockingQueue<>(queued);
        this.starter = starter;
    }

    private record Registration(CallbackInvoker code, boolean once) {}

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

    long register(CallbackInvoker code, boolean once) {
        long id = lastId.incrementAndGet();
        registered.put(id, new Registration(code, once));
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
        if (!queue.offer(new Invocation(record.callId(), record.lane(), args))) {
            throw new MalformedFrameException(
                    "more than " + queue.size() + " callbacks wait for the guest");
        }
        if (thread == null) {
            thread = starter.start(this);
        }
    }

    /** Ends the thread when the running callback has returned. */
    synchronized void close() {
        closed = true;
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
                run(next);
            }
        } catch (InterruptedException e) {
            LOG.log(
                    Level.WARNING,
                    "the callback thread was interrupted; later callbacks do not run");
        }
    }

    private void run(Invocation invocation) {
        session.counters().add(SessionCounters.CALLBACKS, 1);
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
        ByteBuffer in = ByteBuffer.wrap(args).order(ByteOrder.LITTLE_ENDIAN);
        long id = idOf(new ArgsReader().wrap(in, 0, args.length));
        Registration found = registered.get(id);
        if (found == null) {
            throw new IllegalStateException("callback " + id + " is no longer registered");
        }
        if (found.once()) {
            registered.remove(id);
        }
        found.code().invoke(new ArgsReader().wrap(in, 0, args.length));
    }

    private static long idOf(ArgsReader in) {
        long id = 0;
        while (in.next()) {
            if (in.field() == 1) {
                id = in.uint64();
            }
        }
        return id;
    }
}
