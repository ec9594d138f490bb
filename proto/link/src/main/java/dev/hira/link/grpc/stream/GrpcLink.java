package dev.hira.link.grpc.stream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.CloseRecord;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A link on a gRPC stream, the same for both ends.
 *
 * <p>Receiving: the link requests one message at a time, the next when the handler has returned and
 * the link is readable. Further messages stay in HTTP/2's window; when that is full, the sender's
 * link is not writable. All of it happens on the event loop.
 *
 * <p>Sending: any thread, under the lock, which also orders frames before the end of the stream. A
 * client's frames wait here until its stream exists, because gRPC would keep them without freeing
 * them on failure.
 *
 * <p>Closing: the link sends a Close record and ends its half of the stream; the handler is told
 * when the peer has ended its half, or after {@link #CLOSING_SECONDS}.
 */
public final class GrpcLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(GrpcLink.class);

    /** How long the peer may take to end its half of the stream after this end has. */
    private static final long CLOSING_SECONDS = 2;

    private static final LinkStatus SILENT =
            new LinkStatus(Cause.UNAVAILABLE, "the peer did not confirm the end of the link");

    private final EventLoop loop;
    private final String peer;
    private final StreamPort port;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Queue<Frame> early = new ArrayDeque<>();

    @GuardedBy("lock")
    private boolean connected;

    /** The reason for which this end closes; once set, no frame is sent or delivered. */
    private volatile @Nullable LinkStatus closing;

    private volatile boolean readable = true;

    // Used by the event loop only:
    private @Nullable LinkHandler handler;
    private @Nullable LinkStatus reasonOfPeer;
    private @Nullable LinkStatus ended;
    private @Nullable Future<?> deadline;
    private boolean broken;
    private boolean told;
    private boolean requested;
    private boolean delivering;

    public GrpcLink(EventLoop loop, String peer, StreamPort port, boolean connected) {
        this.loop = loop;
        this.peer = peer;
        this.port = port;
        this.connected = connected;
    }

    @Override
    public void start(LinkHandler handler) {
        onLoop(() -> {
            if (this.handler != null) {
                throw new IllegalStateException("the link was started already");
            }
            this.handler = handler;
            pump();
            tellEnd();
        });
    }

    @Override
    public void send(Frame frame) {
        synchronized (lock) {
            if (closing != null) {
                frame.release();
            } else if (connected) {
                port.send(frame);
            } else {
                early.add(frame.own());
            }
        }
    }

    @Override
    public boolean isWritable() {
        return closing != null || port.isReady();
    }

    @Override
    public void setReadable(boolean readable) {
        this.readable = readable;
        if (readable && !(loop.inEventLoop() && delivering)) {
            execute(this::pump);
        }
    }

    @Override
    public void execute(Runnable task) {
        try {
            loop.execute(() -> {
                if (!told) {
                    guarded(task);
                }
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop has ended; a task of a link to {} is dropped", peer);
        }
    }

    @Override
    public String kind() {
        return "grpc";
    }

    @Override
    public void trust(String owner) {
        port.trust(owner);
    }

    @Override
    public void keep(long bytes) {
        port.keep(bytes);
    }

    @Override
    public void close(LinkStatus reason) {
        synchronized (lock) {
            if (closing != null) {
                return;
            }
            closing = reason;
            if (connected) {
                finish(reason);
            }
        }
        onLoop(this::awaitEnd);
    }

    @Override
    public void abort() {
        LinkStatus reason = new LinkStatus(Cause.UNAVAILABLE, "the connection was abandoned");
        synchronized (lock) {
            if (closing != null) {
                return;
            }
            closing = reason;
        }
        onLoop(() -> {
            if (ended == null) {
                port.abort(reason);
                onEnded(reason);
            }
        });
    }

    @Override
    public String toString() {
        return "grpc link with " + peer;
    }

    /** Sends the frames that waited for the stream. Called by the port. */
    public void onConnected() {
        synchronized (lock) {
            if (connected) {
                return;
            }
            connected = true;
            for (Frame frame = early.poll(); frame != null; frame = early.poll()) {
                port.send(frame);
            }
            LinkStatus reason = closing;
            if (reason != null) {
                finish(reason);
            }
        }
    }

    /** Notes that gRPC takes frames again. Called by the port, on the loop. */
    public void onReady() {
        LinkHandler to = handler;
        if (to != null && closing == null && ended == null) {
            guarded(to::onWritable);
        }
    }

    /** Handles a received message. Called by the port, on the loop. */
    public void onMessage(WireMessage message) {
        requested = false;
        switch (message) {
            case WireMessage.Content(var frame) -> deliver(frame);
            case WireMessage.Defect(var why) -> close(why);
        }
        pump();
    }

    /** Returns the reason that the peer gave before it ended its half. */
    public LinkStatus onPeerFinished() {
        LinkStatus reason = reasonOfPeer == null ? LinkStatus.NORMAL : reasonOfPeer;
        synchronized (lock) {
            if (closing == null) {
                closing = reason;
            }
        }
        return reason;
    }

    /**
     * Ends the link with the stream. Called by the port, on the loop, with its best guess at the
     * reason.
     */
    public void onEnded(LinkStatus guess) {
        onEnded(guess, guess.cause() == Cause.UNAVAILABLE);
    }

    /**
     * Ends the link with the stream, like {@link #onEnded(LinkStatus)}.
     *
     * @param lost whether the connection was lost, so that another one may take its place
     */
    public void onEnded(LinkStatus guess, boolean lost) {
        if (ended != null) {
            return;
        }
        synchronized (lock) {
            LinkStatus own = closing;
            broken = reasonOfPeer == null && lost;
            ended = own != null ? own : reasonOfPeer != null ? reasonOfPeer : guess;
            closing = ended;
            for (Frame frame = early.poll(); frame != null; frame = early.poll()) {
                frame.release();
            }
        }
        if (deadline != null) {
            deadline.cancel(false);
        }
        port.ended();
        tellEnd();
    }

    private void deliver(Frame frame) {
        LinkHandler to = handler;
        if (closing != null || to == null) {
            noteReason(frame);
            frame.release();
            return;
        }
        if (noteReason(frame)) {
            frame.release();
            return;
        }
        delivering = true;
        try {
            guarded(() -> to.onFrame(frame));
        } finally {
            delivering = false;
        }
    }

    private boolean noteReason(Frame frame) {
        LinkStatus reason = CloseRecord.read(frame);
        if (reason == null) {
            return false;
        }
        reasonOfPeer = reason;
        return true;
    }

    /** Closes the link after a failure of the handler, whose text stays on this side. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (MalformedFrameException e) {
            close(new LinkStatus(Cause.PROTOCOL, Objects.requireNonNullElse(e.getMessage(), "")));
        } catch (RuntimeException e) {
            LOG.error("a handler failed on a link with {}; the link is closed", peer, e);
            close(
                    new LinkStatus(
                            Cause.INTERNAL,
                            "the peer failed to process a frame; its log says why"));
        }
    }

    /** Requests the next message if allowed; a closing link reads on to reach the end. */
    private void pump() {
        boolean wanted = closing != null || (handler != null && readable);
        if (wanted && !requested && ended == null) {
            requested = true;
            port.request(1);
        }
    }

    @GuardedBy("lock")
    private void finish(LinkStatus reason) {
        port.send(CloseRecord.frame(reason));
        port.finish(reason);
    }

    private void awaitEnd() {
        if (ended != null) {
            return;
        }
        pump();
        deadline =
                loop.schedule(
                        () -> {
                            LinkStatus reason = closing;
                            if (ended == null && reason != null) {
                                port.abort(reason);
                                onEnded(SILENT);
                            }
                        },
                        CLOSING_SECONDS,
                        TimeUnit.SECONDS);
    }

    private void tellEnd() {
        LinkHandler to = handler;
        LinkStatus reason = ended;
        if (to == null || reason == null || told) {
            return;
        }
        told = true;
        if (broken) {
            to.onBroken(reason);
        } else {
            to.onClosed(reason);
        }
    }

    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
            return;
        }
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("the event loop has ended; nothing more happens to a link to {}", peer);
        }
    }
}
