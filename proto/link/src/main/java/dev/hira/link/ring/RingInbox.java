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
 * The half of a ring link that belongs to the {@link ReaderRole}: it reads frames from the ring,
 * runs tasks, retries kept frames, and ends the link.
 */
final class RingInbox implements CallerReading.Source {
    /** The inbox's view of the rest of the link. */
    interface Surroundings {
        /** Frames were published: wakes the peer if it sleeps. */
        void tellPeer();

        /** Releases the memory of the closed link. */
        void ended();

        /** Returns the time of the link's clock. */
        long nanos();
    }

    private static final Logger LOG = System.getLogger(RingInbox.class.getName());
    private static final LinkStatus HANDLER_FAILED =
            new LinkStatus(
                    LinkStatus.Cause.INTERNAL,
                    "the end that closed the link has a defect; its log has details");
    private static final LinkStatus NO_MEMORY =
            new LinkStatus(
                    LinkStatus.Cause.EXHAUSTED, "no memory is left for frames; send less at once");
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

    /** Queues a task that runs under the role; false when the link has ended. */
    boolean add(Runnable task) {
        return !closed.get() && tasks.add(task);
    }

    /** Notes that the peer is gone; returns whether that is new. */
    boolean controlEnded(LinkStatus status) {
        return controlEnded.compareAndSet(null, status);
    }

    /** Notes a request to close; returns whether the reader must be told. */
    boolean askClose(LinkStatus reason) {
        if (!closeAsked.compareAndSet(null, reason)) {
            return false;
        }
        closeDeadline = link.nanos() + lingerNanos;
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
        if (!tasks.isEmpty() || outbox.canPump() || waitsForLostPeer()) {
            return true;
        }
        if (closeAsked.get() != null) {
            return isCloseDue();
        }
        return controlEnded.get() != null || (readable && memory.reader.hasData());
    }

    @Override
    public boolean serve() {
        try {
            boolean worked = runTasks();
            worked |= pump();
            worked |= stopWaitingForLostPeer();
            worked |= read();
            worked |= end();
            MemoryGuard.raisePending();
            return worked;
        } catch (MalformedFrameException e) {
            finish(new LinkStatus(LinkStatus.Cause.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (OutOfMemoryError e) {
            LOG.log(Level.ERROR, "no memory is left for a frame of a ring link", e);
            finish(NO_MEMORY);
        } catch (RuntimeException | Error e) {
            failed(e);
        }
        return true;
    }

    /** Any failure ends only this link, never the thread, which serves other links too. */
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
            LOG.log(Level.ERROR, "a task of a closing ring link failed", e);
        }
    }

    private void faulted(InternalError error) {
        memory.guard().caught(error);
        finish(
                memory.intact()
                        ? new LinkStatus(
                                LinkStatus.Cause.PROTOCOL,
                                "memory that a frame refers to was truncated; open another session")
                        : memory.lost());
    }

    private boolean isCloseDue() {
        return !outbox.isBlocked()
                || controlEnded.get() != null
                || link.nanos() - closeDeadline >= 0;
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

    /** Returns whether a sender waits for room that the vanished peer will never make. */
    boolean waitsForLostPeer() {
        return controlEnded.get() != null && outbox.isBlocked();
    }

    private boolean stopWaitingForLostPeer() {
        if (closed.get() || !waitsForLostPeer()) {
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

    /** Gives the peer room to write, and wakes it if it waits for that. */
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
        return ended != null && (!readable || isDrained()) && finished(ended);
    }

    private boolean finished(LinkStatus status) {
        finish(status);
        return true;
    }

    /**
     * Returns whether all frames that the peer had published before the control link ended are
     * delivered.
     */
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
