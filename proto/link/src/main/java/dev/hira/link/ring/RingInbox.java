package dev.hira.link.ring;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.shm.MemoryGuard;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import io.netty.buffer.ByteBuf;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The half of a ring link that belongs to the {@link ReaderRole}: it takes frames out of the ring,
 * runs tasks, gets kept frames on their way, and ends the link.
 */
final class RingInbox implements CallerReading.Source {
    /** What it needs of the rest of the link. */
    interface Surroundings {
        /** Frames were published: wakes the peer if it sleeps. */
        void tellPeer();

        /** The link is closed; its memory is to be let go. */
        void ended();
    }

    private static final Logger LOG = System.getLogger(RingInbox.class.getName());
    private static final LinkStatus HANDLER_FAILED =
            new LinkStatus(
                    LinkStatus.Cause.INTERNAL,
                    "a defect at the end that closed the link; its log tells more");
    private static final LinkStatus NO_MEMORY =
            new LinkStatus(
                    LinkStatus.Cause.EXHAUSTED,
                    "there is no memory left for frames; send less at once");
    private static final int FRAMES_PER_ROUND = 64;
    private static final int BYTES_PER_ROUND = 512 << 10;

    private final RingMemory memory;
    private final RingOutbox outbox;
    private final Link control;
    private final Surroundings link;
    private final BooleanSupplier halfFree;
    private final long lingerNanos;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicReference<@Nullable LinkStatus> controlEnded = new AtomicReference<>();
    private final AtomicReference<@Nullable LinkStatus> closeAsked = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean readable = true;
    private volatile long closeDeadline = CallerReading.NEVER;
    private volatile @Nullable LinkHandler handler;
    private long endTail = -1;

    RingInbox(
            RingMemory memory,
            RingOutbox outbox,
            Link control,
            RingSettings settings,
            Surroundings link) {
        this.memory = memory;
        this.outbox = outbox;
        this.control = control;
        this.halfFree = memory.reader::isHalfFree;
        this.lingerNanos = settings.lingerNanos();
        this.link = link;
    }

    void start(LinkHandler first) {
        handler = first;
    }

    boolean isStarted() {
        return handler != null;
    }

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    void setReadable(boolean readable) {
        this.readable = readable;
    }

    /** Has a task run under the role; false when it is too late. */
    boolean add(Runnable task) {
        return !closed.get() && tasks.add(task);
    }

    /** Notes that the peer is gone; whether that is news. */
    boolean controlEnded(LinkStatus status) {
        return controlEnded.compareAndSet(null, status);
    }

    /** Notes that the link is to be closed; whether somebody must be told. */
    boolean askClose(LinkStatus reason) {
        if (!closeAsked.compareAndSet(null, reason)) {
            return false;
        }
        closeDeadline = System.nanoTime() + lingerNanos;
        if (isStarted()) {
            return true;
        }
        finish(reason);
        return false;
    }

    @Override
    public long deadline() {
        return closeDeadline;
    }

    @Override
    public boolean hasWork() {
        if (closed.get()) {
            return false;
        }
        if (!tasks.isEmpty() || outbox.canPump() || writesToNobody()) {
            return true;
        }
        if (closeAsked.get() != null) {
            return isCloseDue();
        }
        return memory.reader.hasData()
                ? readable || hasVanished(controlEnded.get())
                : controlEnded.get() != null;
    }

    @Override
    public boolean serve() {
        try {
            boolean worked = runTasks();
            worked |= pump();
            worked |= writeNoMore();
            worked |= read();
            worked |= end();
            MemoryGuard.settle();
            return worked;
        } catch (MalformedFrameException e) {
            finish(new LinkStatus(LinkStatus.Cause.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (OutOfMemoryError e) {
            LOG.log(Level.ERROR, "there is no memory for a frame of a ring link", e);
            finish(NO_MEMORY);
        } catch (RuntimeException | Error e) {
            failed(e);
        }
        return true;
    }

    /** Any failure ends this link, and never the thread that serves others too. */
    private void failed(Throwable failure) {
        if (failure instanceof InternalError error && MemoryGuard.isFault(error)) {
            faulted(error);
        } else {
            LOG.log(Level.ERROR, "the handler of a ring link failed", failure);
            finish(HANDLER_FAILED);
        }
    }

    @Override
    public void lost() {
        finish(memory.lost());
    }

    /** Ends the link. Under the role, or before the start. */
    void finish(LinkStatus status) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        outbox.close();
        memory.reader.release();
        control.close(status);
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            run(task);
        }
        LinkHandler started = handler;
        if (started != null) {
            run(() -> started.onClosed(status));
        }
        link.ended();
    }

    private static void run(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a task of a ring link that closes failed", e);
        }
    }

    private void faulted(InternalError error) {
        memory.guard().caught(error);
        finish(
                memory.intact()
                        ? new LinkStatus(
                                LinkStatus.Cause.PROTOCOL,
                                "memory that a frame refers to was cut off; open another session")
                        : memory.lost());
    }

    private boolean isCloseDue() {
        return !outbox.isBlocked()
                || controlEnded.get() != null
                || System.nanoTime() - closeDeadline >= 0;
    }

    private boolean runTasks() {
        for (int i = 0; i < FRAMES_PER_ROUND; i++) {
            Runnable task = closed.get() ? null : tasks.poll();
            if (task == null) {
                return i > 0;
            }
            task.run();
        }
        return true;
    }

    private boolean pump() {
        if (closed.get() || !outbox.canPump()) {
            return false;
        }
        if (outbox.pump()) {
            link.tellPeer();
        }
        LinkHandler started = handler;
        if (started != null && !outbox.isBlocked() && closeAsked.get() == null) {
            started.onWritable();
        }
        return true;
    }

    /** Whether somebody waits for room in the ring that the peer, who is gone, makes no more. */
    boolean writesToNobody() {
        return controlEnded.get() != null && outbox.isBlocked();
    }

    private boolean writeNoMore() {
        if (closed.get() || !writesToNobody()) {
            return false;
        }
        outbox.close();
        LinkHandler started = handler;
        if (started != null && closeAsked.get() == null) {
            started.onWritable();
        }
        return true;
    }

    private boolean read() {
        LinkHandler started = handler;
        int bytes = 0;
        int frames = 0;
        while (started != null
                && mayRead()
                && frames < FRAMES_PER_ROUND
                && bytes < BYTES_PER_ROUND) {
            ByteBuf content = memory.reader.next();
            if (content == null) {
                break;
            }
            frames++;
            bytes += content.readableBytes();
            started.onFrame(Frame.wrap(content));
        }
        makeRoom();
        return frames > 0;
    }

    private boolean mayRead() {
        return readable && closeAsked.get() == null && !closed.get();
    }

    /** Lets the peer write on, and wakes it if it waits for that. */
    private void makeRoom() {
        if (!closed.get() && memory.reader.makeRoom()) {
            VarHandle.fullFence();
            if (memory.peer.takeSpaceWanted(halfFree) && !memory.peer.ring()) {
                lost();
            }
        }
    }

    private boolean end() {
        LinkStatus asked = closeAsked.get();
        if (closed.get()) {
            return false;
        }
        if (asked != null) {
            return isCloseDue() && finished(asked);
        }
        LinkStatus ended = controlEnded.get();
        return ended != null
                && (isDrained() || (hasVanished(ended) && !readable))
                && finished(ended);
    }

    /**
     * Whether the peer went without closing. What it published before is delivered if somebody
     * reads, but nobody's wish to read later keeps the link, as it does when a peer closes.
     */
    private static boolean hasVanished(@Nullable LinkStatus ended) {
        return ended != null && ended.cause() != LinkStatus.Cause.NORMAL;
    }

    private boolean finished(LinkStatus status) {
        finish(status);
        return true;
    }

    /** Whether all was delivered that the peer had published when the control link ended. */
    private boolean isDrained() {
        if (!memory.reader.hasData()) {
            return true;
        }
        if (endTail < 0) {
            endTail = memory.reader.tail();
        }
        return memory.reader.head() - endTail >= 0;
    }
}
