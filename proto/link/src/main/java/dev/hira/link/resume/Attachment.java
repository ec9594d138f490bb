package dev.hira.link.resume;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import org.jspecify.annotations.Nullable;

/**
 * One transport of a resumable link. Its owner may change: a new connection belongs to the attempt
 * to resume with it, and then to the resumed link. A transport without an owner must be paused.
 */
public final class Attachment implements LinkHandler {
    /** Handles the events of a transport, on the transport's thread. */
    interface Owner {
        /** Takes over a frame. */
        void onFrame(Attachment from, Frame frame);

        void onWritable(Attachment from);

        /**
         * Notes that the transport ended.
         *
         * @param broken whether the peer has not closed it, and may not know that this end has
         */
        void onEnded(Attachment from, LinkStatus status, boolean broken);
    }

    private final Link transport;
    private volatile @Nullable Owner owner;

    @GuardedBy("this")
    private @Nullable LinkStatus ended;

    @GuardedBy("this")
    private boolean broken;

    Attachment(Link transport) {
        this.transport = transport;
    }

    Link transport() {
        return transport;
    }

    /** Gives the transport to an owner, which learns of an end that came before. */
    void belongsTo(@Nullable Owner next) {
        LinkStatus status;
        boolean wasBroken;
        synchronized (this) {
            owner = next;
            status = ended;
            wasBroken = broken;
        }
        if (next != null && status != null) {
            next.onEnded(this, status, wasBroken);
        }
    }

    @Override
    public void onFrame(Frame frame) {
        Owner to = owner;
        if (to == null) {
            frame.release();
        } else {
            to.onFrame(this, frame);
        }
    }

    @Override
    public void onWritable() {
        Owner to = owner;
        if (to != null) {
            to.onWritable(this);
        }
    }

    @Override
    public void onClosed(LinkStatus status) {
        end(status, false);
    }

    @Override
    public void onBroken(LinkStatus status) {
        end(status, true);
    }

    private void end(LinkStatus status, boolean unclosed) {
        Owner to;
        synchronized (this) {
            ended = status;
            broken = unclosed;
            to = owner;
        }
        if (to != null) {
            to.onEnded(this, status, unclosed);
        }
    }
}
