package dev.hira.lab.world;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.sim.clock.VirtualClock;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** One end of a link in virtual time: frames arrive a fixed time after they were sent. */
public final class LabLink implements Link {
    /** The number of frames under way from which on the link is not writable. */
    private static final int WINDOW = 64;

    private final VirtualClock clock;
    private final long latency;
    private final Queue<Frame> arrived = new ArrayDeque<>();
    private @Nullable LabLink peer;
    private @Nullable LinkHandler handler;
    private @Nullable LinkStatus ending;
    private boolean readable = true;
    private boolean delivering;
    private boolean wasFull;
    private boolean closed;

    /** Frames that were sent to this end and not yet handled. */
    private int underWay;

    private LabLink(VirtualClock clock, long latency) {
        this.clock = clock;
        this.latency = latency;
    }

    /**
     * Returns two connected ends.
     *
     * @param latency the time of a frame, in nanoseconds
     */
    public static LabLink[] pair(VirtualClock clock, long latency) {
        LabLink one = new LabLink(clock, latency);
        LabLink other = new LabLink(clock, latency);
        one.peer = other;
        other.peer = one;
        return new LabLink[] {one, other};
    }

    private LabLink peer() {
        return Objects.requireNonNull(peer);
    }

    @Override
    public void start(LinkHandler newHandler) {
        handler = newHandler;
        deliver();
    }

    @Override
    public void send(Frame frame) {
        if (closed || ending != null) {
            frame.release();
            return;
        }
        LabLink to = peer();
        Frame own = frame.own();
        to.underWay++;
        wasFull |= !isWritable();
        clock.schedule(latency, () -> to.arrive(own));
    }

    private void arrive(Frame frame) {
        if (closed) {
            frame.release();
            return;
        }
        arrived.add(frame);
        deliver();
    }

    private void deliver() {
        LinkHandler to = handler;
        if (to == null || delivering) {
            return;
        }
        delivering = true;
        while (readable && !closed && !arrived.isEmpty()) {
            underWay--;
            to.onFrame(arrived.remove());
            peer().drained();
        }
        delivering = false;
        endIfDue();
    }

    private void drained() {
        LinkHandler to = handler;
        if (wasFull && isWritable() && to != null && !closed) {
            wasFull = false;
            to.onWritable();
        }
    }

    @Override
    public boolean isWritable() {
        return peer().underWay < WINDOW;
    }

    @Override
    public void setReadable(boolean newReadable) {
        readable = newReadable;
        if (readable && !delivering && !arrived.isEmpty()) {
            execute(this::deliver);
        }
    }

    @Override
    public void execute(Runnable task) {
        clock.schedule(
                0,
                () -> {
                    if (!closed) {
                        task.run();
                    }
                });
    }

    @Override
    public String kind() {
        return "local";
    }

    @Override
    public void close(LinkStatus reason) {
        if (ending == null) {
            ending = reason;
            LabLink to = peer();
            clock.schedule(latency, () -> to.peerClosed(reason));
            endIfDue();
        }
    }

    private void peerClosed(LinkStatus reason) {
        if (ending == null) {
            ending = reason;
        }
        endIfDue();
    }

    private void endIfDue() {
        LinkStatus reason = ending;
        LinkHandler to = handler;
        if (reason == null || closed || delivering || to == null) {
            return;
        }
        closed = true;
        arrived.forEach(Frame::release);
        arrived.clear();
        to.onClosed(reason);
    }
}
