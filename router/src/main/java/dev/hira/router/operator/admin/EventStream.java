package dev.hira.router.operator.admin;

import dev.hira.admin.v1.Event;
import dev.hira.router.operator.admin.message.EventMessages;
import dev.hira.router.operator.events.EventFilter;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.EventQueue;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One watcher's stream of events. Publishers only put events into the queue; the admin service's
 * thread sends them in batches while the watcher's connection takes them.
 */
final class EventStream {
    /** Most events that may wait for a watcher. */
    static final int CAPACITY = 1024;

    /** Time for which events gather, so that similar ones are merged. */
    private static final long GATHER_MILLIS = 50;

    private final ServerCallStreamObserver<Event> out;
    private final AdminThread thread;
    private final EventQueue queue;
    private final AtomicBoolean scheduled = new AtomicBoolean();

    private EventStream(
            EventHub events,
            EventFilter filter,
            ServerCallStreamObserver<Event> out,
            AdminThread thread) {
        this.out = out;
        this.thread = thread;
        this.queue = events.watch(filter, CAPACITY, this::soon);
    }

    /** Starts a stream, which ends with the watcher's call. */
    static void start(
            EventHub events,
            EventFilter filter,
            ServerCallStreamObserver<Event> out,
            AdminThread thread) {
        EventStream stream = new EventStream(events, filter, out, thread);
        out.setOnCancelHandler(stream.queue::close);
        out.setOnCloseHandler(stream.queue::close);
        out.setOnReadyHandler(stream::soon);
    }

    private void soon() {
        if (scheduled.compareAndSet(false, true) && !thread.after(GATHER_MILLIS, this::tell)) {
            queue.close(); // the router is closing and ends every stream
        }
    }

    private void tell() {
        scheduled.set(false);
        if (out.isCancelled()) {
            queue.close();
        } else if (out.isReady()) {
            queue.drain().forEach(event -> out.onNext(EventMessages.event(event)));
        }
    }
}
