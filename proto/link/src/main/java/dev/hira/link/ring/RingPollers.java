package dev.hira.link.ring;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/** The pollers of a process: one thread, and one more whenever all are full. Thread-safe. */
public final class RingPollers implements AutoCloseable {
    /** Links per poller, some below what the kernel takes, for sessions that open at once. */
    private static final int LINKS = 112;

    private final ThreadFactory threads;
    private final List<RingPoller> pollers = new ArrayList<>();
    private boolean closed;

    public RingPollers(ThreadFactory threads) {
        this.threads = threads;
    }

    /** A poller with room for a session's links; all of them should be given to this one. */
    public synchronized RingPoller next() {
        if (closed) {
            throw new IllegalStateException("the pollers are closed");
        }
        for (RingPoller poller : pollers) {
            if (poller.links() < LINKS) {
                return poller;
            }
        }
        RingPoller fresh = RingPoller.start(threads);
        pollers.add(fresh);
        return fresh;
    }

    /** How many threads there are. */
    public synchronized int size() {
        return pollers.size();
    }

    @Override
    public synchronized void close() {
        closed = true;
        pollers.forEach(RingPoller::close);
    }
}
