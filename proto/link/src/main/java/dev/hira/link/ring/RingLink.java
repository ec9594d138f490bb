package dev.hira.link.ring;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.shm.MemoryGuard;
import dev.hira.link.shm.SharedRegion;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import java.util.function.BooleanSupplier;

/**
 * A link whose frames travel through two rings in shared memory. Another link between the same two
 * processes, the control link, then carries no frames but tells whether the peer lives: when it
 * closes, this link closes after delivering what the peer had published; when this link is closed,
 * it closes the control link.
 *
 * <p>The handler is called by the poller's thread, or by a thread in {@link #await} or {@link
 * #poll}.
 */
public final class RingLink implements PollableLink {
    private final RingMemory memory;
    private final RingOutbox outbox;
    private final RingInbox inbox;
    private final CallerReading caller;
    private final RingPoller poller;
    private final ReaderRole role = new ReaderRole();
    private final RingPort port;

    private RingLink(RingMemory memory, RingPoller poller, Link control, RingSettings settings) {
        this.memory = memory;
        this.poller = poller;
        this.outbox = new RingOutbox(memory);
        this.inbox = new RingInbox(memory, outbox, control, settings, new Surroundings());
        this.caller = new CallerReading(inbox, memory, role, poller);
        this.port = new LinkPort(memory, inbox, caller, role);
    }

    /**
     * Returns the end of the process that created the file. Takes over the region and the control
     * link; the code that started the control link calls {@link #controlClosed} when it ends.
     *
     * @param region from {@link RingFile#create}
     */
    public static RingLink first(
            SharedRegion region, RingPoller poller, Link control, RingSettings settings) {
        RingMemory memory = new RingMemory(region, true, settings.frameBytes());
        return new RingLink(memory, poller, control, settings);
    }

    /**
     * Returns the end of the process that mapped the file; otherwise like {@link #first}.
     *
     * @param region from {@link RingFile#map}
     */
    public static RingLink second(
            SharedRegion region, RingPoller poller, Link control, RingSettings settings) {
        RingMemory memory = new RingMemory(region, false, settings.frameBytes());
        return new RingLink(memory, poller, control, settings);
    }

    /** Returns a handler for a control link that has not been started yet. */
    public LinkHandler controlHandler() {
        return new ControlHandler();
    }

    /**
     * Notes that the control link has ended: this link ends too, after delivering what the peer
     * published. While it is paused it ends at once: nothing would bound the wait.
     */
    public void controlClosed(LinkStatus status) {
        if (inbox.controlEnded(status)) {
            caller.signal();
        }
    }

    @Override
    public void start(LinkHandler handler) {
        inbox.start(handler);
        poller.attach(port);
    }

    @Override
    public void send(Frame frame) {
        if (inbox.isClosed() || !memory.retain()) {
            frame.release();
            return;
        }
        try {
            if (outbox.send(frame)) {
                tellPeer();
            }
            if (outbox.canPump() || inbox.waitsForLostPeer()) {
                // Room came before the peer saw the wish, or the peer is gone: no other wake-up
                // will come.
                caller.signal();
            }
        } catch (MalformedFrameException e) {
            failLater(new LinkStatus(LinkStatus.Cause.PROTOCOL, String.valueOf(e.getMessage())));
        } catch (InternalError e) {
            blame(e);
            failLater(memory.lost());
        } finally {
            memory.release();
        }
    }

    @Override
    public boolean isWritable() {
        return inbox.isClosed() || !outbox.isBlocked();
    }

    @Override
    public void setReadable(boolean readable) {
        inbox.setReadable(readable);
        if (readable) {
            caller.signal();
        }
    }

    @Override
    public void execute(Runnable task) {
        if (inbox.add(task)) {
            caller.signal();
        }
    }

    @Override
    public String kind() {
        return "ring";
    }

    @Override
    public void close(LinkStatus reason) {
        if (inbox.askClose(reason)) {
            caller.signal();
        }
    }

    @Override
    public boolean await(BooleanSupplier done, long timeoutNanos) {
        if (done.getAsBoolean()) {
            return true;
        }
        if (role.isMine()) {
            throw new IllegalStateException("a link's handler cannot wait for the link");
        }
        if (memory.retain()) {
            try {
                caller.await(done, timeoutNanos);
            } catch (InternalError e) {
                blame(e);
                failLater(memory.lost());
            } finally {
                memory.release();
            }
        }
        return done.getAsBoolean();
    }

    @Override
    public boolean poll(long timeoutNanos) {
        if (inbox.isClosed() || role.isMine() || !memory.retain()) {
            return false;
        }
        try {
            return caller.once(timeoutNanos);
        } catch (InternalError e) {
            blame(e);
            failLater(memory.lost());
            return false;
        } finally {
            memory.release();
        }
    }

    /**
     * Wakes the peer for published frames, at the end of the round if this is the poller's thread.
     */
    private void tellPeer() {
        if (poller.putsOff()) {
            poller.putOff(port);
            return;
        }
        if (!memory.peer.ring()) {
            failLater(memory.lost());
        }
        MemoryGuard.raisePending();
    }

    /** Rethrows an error that does not concern this link's memory. */
    private void blame(InternalError error) {
        memory.guard().caught(error);
        if (memory.intact()) {
            throw error;
        }
    }

    private void failLater(LinkStatus status) {
        execute(() -> inbox.finish(status));
    }

    /** The inbox's view of the rest of the link. */
    private final class Surroundings implements RingInbox.Surroundings {
        @Override
        public void tellPeer() {
            RingLink.this.tellPeer();
        }

        @Override
        public void ended() {
            Runnable unmap = memory.releaseOnce();
            if (inbox.isStarted()) {
                poller.detach(port, unmap);
            } else {
                unmap.run();
            }
            role.wakeAll();
        }

        @Override
        public long nanos() {
            return poller.nanos();
        }
    }

    /** Listens to the control link in place of the session. */
    private final class ControlHandler implements LinkHandler {
        @Override
        public void onFrame(Frame frame) {
            frame.release();
            failLater(
                    new LinkStatus(
                            LinkStatus.Cause.PROTOCOL,
                            "a frame came on the control link after the rings were opened; send"
                                    + " it through the ring"));
        }

        @Override
        public void onWritable() {}

        @Override
        public void onClosed(LinkStatus status) {
            controlClosed(status);
        }
    }
}
