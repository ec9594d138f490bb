package dev.hira.link.resume;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.ResumeRecords;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a {@link ResumableLink} that are under way in both directions, and the transport
 * that carries them. Any thread may use it, unless a method says otherwise; the transport is
 * changed by the link's home thread only.
 *
 * <p>Locks: that of this object before those of a transport; never held while the link's handler
 * runs.
 */
final class LinkTraffic {
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final SentFrames sent;

    @GuardedBy("lock")
    private final Backlog backlog = new Backlog();

    /** The present transport; null while it is broken. */
    @GuardedBy("lock")
    private @Nullable Attachment current;

    @GuardedBy("lock")
    private boolean full;

    /** Whether the present transport is being read. */
    @GuardedBy("lock")
    private boolean reading = true;

    /** The reason for which this end or the peer closed; once set, no frame is sent. */
    private volatile @Nullable LinkStatus closing;

    private volatile boolean abandoned;
    private volatile boolean readable = true;

    /** The owner of the link, whose peer is known; null: the peer is not known. */
    private volatile @Nullable String owner;

    /** Where a received frame goes. */
    enum Destination {
        NOWHERE,
        HANDLER,
        BACKLOG
    }

    LinkTraffic(Attachment first, ResumeLimits limits) {
        current = first;
        sent = new SentFrames(limits);
    }

    // --- the transport

    @Nullable Attachment transport() {
        synchronized (lock) {
            return current;
        }
    }

    boolean isOver(Attachment transport) {
        synchronized (lock) {
            return !transport.equals(current);
        }
    }

    boolean isDetached() {
        synchronized (lock) {
            return current == null && closing == null;
        }
    }

    void trust(String knownOwner) {
        owner = knownOwner;
        synchronized (lock) {
            sent.belongsTo(knownOwner);
            if (current != null) {
                current.transport().trust(knownOwner);
            }
        }
    }

    /**
     * Goes on with another transport, over which a notice travels first and then what the peer has
     * not received. A closed link closes the transport. On the home thread.
     *
     * @param notice a frame that is not counted; null: none
     * @return false: the link is closed
     * @throws MalformedFrameException when the peer cannot have received so many frames
     */
    boolean goOnWith(Attachment next, long peerReceived, @Nullable Frame notice) {
        synchronized (lock) {
            LinkStatus over = closing;
            if (over != null) {
                release(notice);
                next.transport().close(over);
                return false;
            }
            if (!sent.isPossible(peerReceived)) {
                release(notice);
                throw impossible(peerReceived);
            }
            current = next;
            backlog.clear();
            sent.acknowledge(peerReceived);
            String known = owner;
            if (known != null) {
                next.transport().trust(known); // before the notice, which lets the peer send a lot
            }
            if (notice != null) {
                next.transport().send(notice);
            }
            sent.forEach(next.transport()::send);
            return true;
        }
    }

    private static void release(@Nullable Frame frame) {
        if (frame != null) {
            frame.release();
        }
    }

    /** Begins to read a transport, unless the link is paused. On the home thread. */
    void read(Attachment next) {
        synchronized (lock) {
            reading = backlog.takesMore(readable, !sent.hasRoom());
            next.transport().setReadable(reading);
        }
    }

    /** Goes on without a transport, unless the link is closed. On the home thread. */
    boolean detach() {
        synchronized (lock) {
            if (closing != null) {
                return false;
            }
            current = null;
            backlog.clear(); // the peer sends it again
            return true;
        }
    }

    /** Gives up the transport, which is paused; the link is closed. */
    Attachment surrender() {
        synchronized (lock) {
            Attachment given = Objects.requireNonNull(current);
            given.transport().setReadable(false);
            given.belongsTo(null);
            current = null;
            closing = LinkStatus.NORMAL;
            sent.drop();
            return given;
        }
    }

    // --- what is sent

    void send(Frame frame) {
        synchronized (lock) {
            Attachment to = current;
            if (closing != null || (to == null && !sent.keeps())) {
                frame.release();
                return;
            }
            boolean kept = sent.keeps();
            sent.add(kept ? frame.own() : frame);
            if (to != null) {
                to.transport().send(kept ? frame.retain() : frame);
            }
        }
    }

    /** Tells the peer the number of frames that have arrived, if there is a way. */
    boolean acknowledge(long count) {
        synchronized (lock) {
            if (current == null || closing != null) {
                return false;
            }
            current.transport().send(ResumeRecords.acknowledge(count));
            return true;
        }
    }

    boolean isWritable() {
        if (closing != null) {
            return true;
        }
        synchronized (lock) {
            if (!sent.hasRoom()) {
                full = true;
                regulate();
                return false;
            }
            Attachment to = current;
            return to == null || to.transport().isWritable();
        }
    }

    /**
     * Releases the frames that the peer has received.
     *
     * @return whether the link was full and no longer is
     * @throws MalformedFrameException when the peer cannot have received so many
     */
    boolean acknowledged(long count) {
        synchronized (lock) {
            if (!sent.isPossible(count)) {
                throw impossible(count);
            }
            sent.acknowledge(count);
            boolean relieved = full && sent.hasRoom();
            full &= !relieved;
            regulate();
            return relieved;
        }
    }

    @GuardedBy("lock")
    private MalformedFrameException impossible(long count) {
        return new MalformedFrameException(
                "the peer claims to have received "
                        + count
                        + " frames where "
                        + sent.acknowledged()
                        + " to "
                        + sent.sent()
                        + " are possible");
    }

    /** Keeps no frame from now on. */
    void keepNothing() {
        synchronized (lock) {
            sent.drop();
        }
    }

    /** Releases what was sent, counts anew, and sends a frame that is not counted. */
    void restart(@Nullable Frame notice) {
        synchronized (lock) {
            sent.restart();
            if (current == null) {
                release(notice);
            } else if (notice != null) {
                current.transport().send(notice);
            }
        }
    }

    /** Counts the frames that are kept anew, from the first one on. */
    void renumber() {
        synchronized (lock) {
            sent.renumber();
        }
    }

    long sent() {
        synchronized (lock) {
            return sent.sent();
        }
    }

    long acknowledged() {
        synchronized (lock) {
            return sent.acknowledged();
        }
    }

    long firstCallKept() {
        synchronized (lock) {
            return sent.firstCall();
        }
    }

    long keptBytes() {
        synchronized (lock) {
            return sent.bytes();
        }
    }

    // --- what is received

    /** Returns where a received frame goes, and adds it to the backlog if it goes there. */
    Destination route(Attachment from, Frame frame, boolean atHome) {
        synchronized (lock) {
            if (!from.equals(current) || closing != null) {
                return Destination.NOWHERE;
            }
            if (readable && backlog.isEmpty() && atHome) {
                return Destination.HANDLER;
            }
            from.transport().keep(frame.size()); // before another thread takes it back
            backlog.add(frame);
            regulate();
            return Destination.BACKLOG;
        }
    }

    /** Lets frames go on to the handler, or pauses them; returns whether some wait to go on. */
    boolean setReadable(boolean wanted) {
        readable = wanted;
        synchronized (lock) {
            regulate();
            return wanted && !backlog.isEmpty();
        }
    }

    boolean isReadable() {
        return readable && closing == null;
    }

    /** Returns the next frame of the backlog; null: there is none. */
    @Nullable Frame poll() {
        synchronized (lock) {
            Frame next = backlog.poll();
            if (next != null) {
                regulate();
                if (current != null) {
                    current.transport().keep(-next.size());
                }
            }
            return next;
        }
    }

    /** Reads the transport, or pauses it. */
    @GuardedBy("lock")
    private void regulate() {
        boolean wanted = backlog.takesMore(readable, !sent.hasRoom());
        if (wanted != reading) {
            reading = wanted;
            if (current != null) {
                current.transport().setReadable(wanted);
            }
        }
    }

    // --- the end

    /** Returns the reason for which the link was closed; null: it is open. */
    @Nullable LinkStatus closing() {
        return closing;
    }

    /** Returns whether the link was closed without telling the peer. */
    boolean isAbandoned() {
        return abandoned;
    }

    /**
     * Sends and receives nothing more.
     *
     * @param abandons whether the peer is not told
     * @return false: the link was closed already
     */
    boolean close(LinkStatus reason, boolean abandons) {
        synchronized (lock) {
            boolean first = closing == null;
            if (first) {
                abandoned = abandons;
                closing = reason;
            }
            sent.drop();
            backlog.clear();
            return first;
        }
    }
}
