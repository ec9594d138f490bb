package dev.hira.router.testing;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** One end of a link between two objects of a test. Its frames wait for the {@link Pump}. */
public final class PumpedLink implements Link {
    /** Most frames under way before the link stops being writable. */
    public static final int WINDOW = 4;

    private final String name;
    private final Queue<Frame> inbound = new ArrayDeque<>();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private @Nullable PumpedLink peer;
    private @Nullable LinkHandler handler;
    private @Nullable LinkStatus closing;
    private boolean readable = true;
    private boolean wasFull;
    private boolean closed;
    private boolean sentClose;
    private boolean vanished;
    private int mostUnderWay;

    PumpedLink(String name) {
        this.name = name;
    }

    void connect(PumpedLink other) {
        peer = other;
    }

    private PumpedLink peer() {
        return java.util.Objects.requireNonNull(peer);
    }

    /** Performs one step; false when there is none. */
    boolean step() {
        LinkHandler to = handler;
        if (to == null) {
            return false;
        }
        Runnable task = tasks.poll();
        if (task != null) {
            task.run();
            return true;
        }
        if (closed) {
            return false;
        }
        if (wasFull && isWritable()) {
            wasFull = false;
            to.onWritable();
            return true;
        }
        if (readable && !inbound.isEmpty()) {
            to.onFrame(inbound.remove());
            return true;
        }
        if (closing != null && (inbound.isEmpty() || sentClose)) {
            closed = true;
            drop();
            if (vanished) {
                to.onBroken(closing);
            } else {
                to.onClosed(closing);
            }
            return true;
        }
        return false;
    }

    /** Drops the frames under way to this end. */
    void drop() {
        inbound.forEach(Frame::release);
        inbound.clear();
    }

    boolean isDone() {
        return closed && tasks.isEmpty();
    }

    @Override
    public void start(LinkHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public void send(Frame frame) {
        if (closed || closing != null) {
            frame.release();
            return;
        }
        Frame own = frame.own();
        peer().inbound.add(own);
        mostUnderWay = Math.max(mostUnderWay, peer().inbound.size());
        wasFull |= !isWritable();
    }

    @Override
    public boolean isWritable() {
        return peer().inbound.size() < WINDOW;
    }

    /** Returns the largest number of frames that were under way from here at a time. */
    public int mostUnderWay() {
        return mostUnderWay;
    }

    @Override
    public void setReadable(boolean newReadable) {
        readable = newReadable;
    }

    public boolean isReadable() {
        return readable;
    }

    @Override
    public void execute(Runnable task) {
        if (!closed) {
            tasks.add(task);
        }
    }

    @Override
    public String kind() {
        return "test";
    }

    @Override
    public void close(LinkStatus reason) {
        if (closing == null) {
            closing = reason;
            sentClose = true;
            peer().peerClosed(reason);
        }
    }

    /** Ends the process behind this end without notice. */
    public void kill() {
        closing = LinkStatus.NORMAL;
        sentClose = true;
        peer().vanished = peer().closing == null;
        peer().peerClosed(new LinkStatus(Cause.UNAVAILABLE, "the peer vanished"));
    }

    private void peerClosed(LinkStatus reason) {
        if (closing == null) {
            closing = reason;
        }
    }

    @Override
    public void abort() {
        kill();
    }

    @Override
    public String toString() {
        return name;
    }
}
