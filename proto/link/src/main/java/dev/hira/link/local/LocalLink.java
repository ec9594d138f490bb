package dev.hira.link.local;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a link within this process. Incoming events wait in a queue; one task at a time
 * handles them. Locks: a thread holds at most its own end's lock, and never while the handler runs.
 */
final class LocalLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(LocalLink.class);

    /** The number of events to handle before yielding the executor. */
    private static final int EVENTS_AT_A_TIME = 256;

    private static final LinkStatus ABANDONED =
            new LinkStatus(LinkStatus.Cause.UNAVAILABLE, "the connection was abandoned");
    private static final LinkStatus CUT =
            new LinkStatus(LinkStatus.Cause.UNAVAILABLE, "the connection was cut");

    private final Executor executor;
    private final int capacity;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Queue<Frame> frames = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    @GuardedBy("lock")
    private long waitingBytes;

    @GuardedBy("lock")
    private boolean full;

    @GuardedBy("lock")
    private boolean readable = true;

    @GuardedBy("lock")
    private boolean scheduled;

    @GuardedBy("lock")
    private @Nullable LinkHandler handler;

    @GuardedBy("lock")
    private @Nullable LinkStatus ending;

    @GuardedBy("lock")
    private boolean broken;

    @GuardedBy("lock")
    private boolean ended;

    private @Nullable LocalLink peer;

    LocalLink(Executor executor, int capacity) {
        this.executor = executor;
        this.capacity = capacity;
    }

    void join(LocalLink other) {
        peer = other;
    }

    @Override
    public void start(LinkHandler handler) {
        synchronized (lock) {
            if (this.handler != null) {
                throw new IllegalStateException("the link was started already");
            }
            this.handler = handler;
        }
        schedule();
    }

    @Override
    public void send(Frame frame) {
        boolean open;
        synchronized (lock) {
            open = ending == null;
        }
        if (!open || !other().receive(frame.own())) {
            frame.release();
        }
    }

    private boolean receive(Frame frame) {
        synchronized (lock) {
            if (ending != null) {
                return false;
            }
            frames.add(frame);
            waitingBytes += frame.size();
            full |= waitingBytes >= capacity;
        }
        schedule();
        return true;
    }

    @Override
    public boolean isWritable() {
        synchronized (lock) {
            if (ending != null) {
                return true;
            }
        }
        return other().hasRoom();
    }

    private boolean hasRoom() {
        synchronized (lock) {
            return !full;
        }
    }

    @Override
    public void setReadable(boolean readable) {
        synchronized (lock) {
            this.readable = readable;
        }
        if (readable) {
            schedule();
        }
    }

    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            if (ended) {
                return;
            }
            tasks.add(task);
        }
        schedule();
    }

    @Override
    public String kind() {
        return "local";
    }

    @Override
    public void close(LinkStatus reason) {
        if (end(reason, true, false)) {
            other().end(reason, false, false);
            other().becameWritable();
        }
    }

    @Override
    public void abort() {
        if (end(ABANDONED, true, false)) {
            other().end(ABANDONED, false, true);
            other().becameWritable();
        }
    }

    /** Breaks the link for both ends. Frames under way are lost. */
    void cut() {
        boolean cut = end(CUT, true, true);
        if (other().end(CUT, true, true) || cut) {
            becameWritable();
            other().becameWritable();
        }
    }

    /**
     * Ends this side.
     *
     * @param drop whether frames that have not been delivered are dropped
     * @param breaks whether the transport breaks, instead of being closed
     */
    private boolean end(LinkStatus reason, boolean drop, boolean breaks) {
        synchronized (lock) {
            if (ending != null) {
                return false;
            }
            ending = reason;
            broken = breaks;
            if (drop) {
                dropFrames();
            }
        }
        schedule();
        return true;
    }

    @GuardedBy("lock")
    private void dropFrames() {
        for (Frame frame = frames.poll(); frame != null; frame = frames.poll()) {
            frame.release();
        }
        waitingBytes = 0;
        full = false;
    }

    private void schedule() {
        synchronized (lock) {
            if (scheduled || !isDue()) {
                return;
            }
            scheduled = true;
        }
        executor.execute(this::work);
    }

    @GuardedBy("lock")
    private boolean isDue() {
        return !tasks.isEmpty() || (handler != null && (canDeliver() || canEnd()));
    }

    @GuardedBy("lock")
    private boolean canDeliver() {
        return readable && !frames.isEmpty();
    }

    @GuardedBy("lock")
    private boolean canEnd() {
        return ending != null && !ended && frames.isEmpty();
    }

    private void work() {
        boolean more = true;
        for (int i = 0; more && i < EVENTS_AT_A_TIME; i++) {
            more = workOnce();
        }
        synchronized (lock) {
            scheduled = false;
        }
        schedule();
    }

    private boolean workOnce() {
        Runnable event = nextEvent();
        if (event == null) {
            return false;
        }
        try {
            event.run();
        } catch (MalformedFrameException e) {
            close(new LinkStatus(LinkStatus.Cause.PROTOCOL, Objects.toString(e.getMessage(), "")));
        } catch (RuntimeException e) {
            LOG.error("a handler of a local link failed; the link is closed", e);
            close(new LinkStatus(LinkStatus.Cause.INTERNAL, "the peer failed at a frame"));
        }
        return true;
    }

    private @Nullable Runnable nextEvent() {
        synchronized (lock) {
            Runnable task = tasks.poll();
            LinkHandler to = handler;
            if (task != null || to == null) {
                return task;
            }
            if (canDeliver()) {
                return deliver(to, frames.remove());
            }
            if (canEnd()) {
                ended = true;
                LinkStatus status = Objects.requireNonNull(ending);
                boolean broke = broken;
                return () -> {
                    if (broke) {
                        to.onBroken(status);
                    } else {
                        to.onClosed(status);
                    }
                };
            }
            return null;
        }
    }

    @GuardedBy("lock")
    private Runnable deliver(LinkHandler to, Frame frame) {
        waitingBytes -= frame.size();
        boolean relieved = full && waitingBytes <= capacity / 2;
        full &= !relieved;
        return () -> {
            if (relieved) {
                other().becameWritable();
            }
            to.onFrame(frame);
        };
    }

    private void becameWritable() {
        execute(() -> {
            LinkHandler to;
            synchronized (lock) {
                to = ended ? null : handler;
            }
            if (to != null) {
                to.onWritable();
            }
        });
    }

    private LocalLink other() {
        return Objects.requireNonNull(peer, "the pair is not joined");
    }
}
