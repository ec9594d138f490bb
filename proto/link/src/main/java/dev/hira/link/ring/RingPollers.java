package dev.hira.link.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;

/**
 * A process's pollers: starts one at once, so that the first session need not wait until the code
 * of pollers is linked, and adds another when all are full. Thread-safe.
 */
public final class RingPollers implements AutoCloseable {
    /** Links per poller; below Linux's limit, to leave room for sessions that open at once. */
    private static final int LINKS = 112;

    private final ThreadFactory threads;
    private final LongSupplier clock;
    private final List<RingPoller> pollers = new ArrayList<>();
    private boolean closed;

    /**
     * Creates the pollers.
     *
     * @param threads creates the pollers' threads
     * @param clock nanosecond clock
     */
    public RingPollers(ThreadFactory threads, LongSupplier clock) {
        this.threads = threads;
        this.clock = clock;
        pollers.add(RingPoller.start(threads, clock));
    }

    /** Returns a poller with room for a session's links, all of which should use it. */
    public synchronized RingPoller next() {
        if (closed) {
            throw new IllegalStateException("the pollers are closed");
        }
        for (RingPoller poller : pollers) {
            if (poller.links() < LINKS) {
                return poller;
            }
        }
        RingPoller fresh = RingPoller.start(threads, clock);
        pollers.add(fresh);
        return fresh;
    }

    /** Returns the number of pollers. */
    public synchronized int size() {
        return pollers.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        pollers.forEach(RingPoller::close);
    }
}
