package dev.hira.router.judge.link;

import dev.hira.link.Link;
import dev.hira.link.resume.ResumableLink;
import dev.hira.router.judge.link.LinkReadControl.Reason;
import dev.hira.wire.Frame;
import dev.hira.wire.FrameLayout;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.RecordCursor;
import dev.hira.wire.v1.ArenaBytes;
import org.jspecify.annotations.Nullable;

/**
 * Sends frames to a session's guest and its server, with back-pressure between the two links: while
 * one cannot take frames, the other is not read, so the router keeps only frames that were already
 * under way.
 */
public final class SessionLinks {
    private final Link guest;
    private final LinkReadControl guestReading;
    private final @Nullable CommandLog log;
    private Link server;
    private LinkReadControl serverReading;

    /** Feeds the present server's mirror of the arena; null: it has none. */
    private @Nullable Mirror mirror;

    /** The mirror of the session's arena at a server that cannot map it. */
    public interface Mirror {
        /** Adds a frame for the server; takes it over. */
        void add(Frame frame);

        /** Sends frames, each after the bytes that it needs, as long as the server takes them. */
        void pump();

        /** Whether the server has got all frames. */
        boolean hasCaughtUp();

        /** Runs a task, in place of an earlier one, when the server has got all frames. */
        void whenCaughtUp(Runnable task);

        /**
         * Writes bytes of the server into the arena.
         *
         * @param record the record with the bytes
         * @throws dev.hira.wire.MalformedFrameException when they do not lie in the arena
         */
        void arrived(Frame frame, RecordCursor record, ArenaBytes what);

        /** Notes that the work of a call has ended. */
        void ended(long call);

        /** Drops all frames that the server has not got. Idempotent. */
        void close();
    }

    /** Lets the guest keep its frames until the server has them; null: it does not. */
    private @Nullable AckChain downward;

    /** Lets the server keep its frames until the guest has them; null: it does not. */
    private @Nullable AckChain upward;

    public SessionLinks(Link guest, Link server) {
        this(guest, server, null);
    }

    /**
     * @param log keeps the commands so that another server can repeat them; null: they are not kept
     */
    public SessionLinks(Link guest, Link server, @Nullable CommandLog log) {
        this.log = log;
        this.guest = guest;
        this.server = server;
        this.guestReading = new LinkReadControl(guest);
        this.serverReading = new LinkReadControl(server);
    }

    public Link guest() {
        return guest;
    }

    /** Lets both ends keep everything that is under way here, from the next frame of each on. */
    public void chain() {
        if (guest instanceof ResumableLink from) {
            downward = new AckChain(from);
            if (log != null) {
                log.keepCallbackNumbers();
            }
            chainTo(server);
        }
    }

    private void chainTo(Link other) {
        AckChain down = downward;
        if (down != null && guest instanceof ResumableLink to) {
            boolean keeps = other instanceof ResumableLink;
            down.goesTo(keeps ? (ResumableLink) other : null);
            upward = keeps ? new AckChain((ResumableLink) other) : null;
            if (upward != null) {
                upward.goesTo(to);
            }
        }
    }

    /** Notes that the next frame of the guest was handled. */
    public void handledDown() {
        if (downward != null) {
            downward.handled(log == null ? 0 : log.unsent());
        }
    }

    /** Notes that the next frame of the server was handled. */
    public void handledUp() {
        if (upward != null) {
            upward.handled(0);
        }
    }

    /**
     * Returns the number of frames that the guest must have received by its own count. A guest that
     * may still count from before the router's restart has no such number once a frame was sent.
     */
    public long sentToGuest() {
        if (!(guest instanceof ResumableLink link)) {
            return 0;
        }
        long sent = link.sent();
        return sent > 0 && link.isRestartUntold() ? Long.MAX_VALUE : sent;
    }

    /** Whether the router's next process may go on with the session. */
    public boolean areKept() {
        return downward != null;
    }

    /** Continues with the link of another server, which has no mirror of the arena. */
    public void moveTo(Link other) {
        moveTo(other, null);
    }

    /**
     * Continues with another server's link.
     *
     * @param ofOther feeds the server's mirror of the arena; null: it has none
     */
    public void moveTo(Link other, @Nullable Mirror ofOther) {
        closeMirror();
        mirror = ofOther;
        server = other;
        serverReading = new LinkReadControl(other);
        chainTo(other);
        if (log != null) {
            log.serverBegins();
        }
        if (!guest.isWritable()) {
            serverReading.pause(Reason.FAR_LINK_FULL);
        }
        if (ofOther != null) {
            ofOther.pump();
        }
        if (other.isWritable() && (ofOther == null || ofOther.hasCaughtUp())) {
            guestReading.resume(Reason.FAR_LINK_FULL);
        } else {
            guestReading.pause(Reason.FAR_LINK_FULL);
        }
    }

    private void closeMirror() {
        if (mirror != null) {
            mirror.close();
            mirror = null;
        }
    }

    /** Sends a frame of the guest, or of the router, to the server. */
    public void down(Frame frame) {
        if (mirror != null) {
            mirror.add(frame);
            mirror.pump();
        } else if (log == null || frame.audience() == FrameLayout.AUDIENCE_HOP) {
            server.send(frame);
        } else {
            log.add(frame);
            log.pump(server);
        }
        if (!takesFrames()) {
            guestReading.pause(Reason.FAR_LINK_FULL);
        }
    }

    private boolean takesFrames() {
        return server.isWritable() && haveCaughtUp();
    }

    /** Whether the present server has got all frames. */
    public boolean haveCaughtUp() {
        return (log == null || log.hasCaughtUp()) && (mirror == null || mirror.hasCaughtUp());
    }

    /** Returns the log of the session's commands; null: it has none. */
    public @Nullable CommandLog log() {
        return log;
    }

    /** Whether another server can repeat the session's commands. */
    public boolean areRepeatable() {
        return log != null && log.isComplete();
    }

    /** Lets the present server repeat all commands, and runs a task when it has done so. */
    public void repeat(Runnable whenCaughtUp) {
        if (log != null) {
            log.whenCaughtUp(whenCaughtUp);
            pump();
        }
    }

    /** Runs a task when the present server has got all commands. */
    public void whenCaughtUp(Runnable task) {
        if (mirror != null) {
            mirror.whenCaughtUp(task);
        } else if (log == null) {
            task.run();
        } else {
            repeat(task);
        }
    }

    /** Sends commands that had to wait for the server. */
    public void pump() {
        if (mirror != null) {
            mirror.pump();
        } else if (log != null) {
            log.pump(server);
        } else {
            return;
        }
        if (takesFrames()) {
            guestReading.resume(Reason.FAR_LINK_FULL);
        }
    }

    /** Notes that the work of a call has ended. */
    public void workEnded(long call) {
        if (mirror != null) {
            mirror.ended(call);
        }
    }

    /** Handles bytes that the server sends for the arena. */
    public void arenaBytes(Frame frame, RecordCursor record, ArenaBytes what) {
        if (mirror == null) {
            throw new MalformedFrameException(
                    "a server that has no mirror of an arena sends bytes for it");
        }
        mirror.arrived(frame, record, what);
    }

    /** Notes a record of the server; false when an earlier server had sent it. */
    public boolean isNew(int kind, long call, int field) {
        return log == null || log.isNew(kind, call, field);
    }

    /** Notes a piece of a kernel's text; false when an earlier server had sent it. */
    public boolean isNewText(long call, int piece) {
        return log == null || log.isNewText(call, piece);
    }

    /** Releases the kept commands. */
    public void close() {
        closeMirror();
        if (log != null) {
            log.clear();
        }
    }

    /** Sends a frame of the server to the guest. */
    public void up(Frame frame) {
        guest.send(frame);
        if (!guest.isWritable()) {
            serverReading.pause(Reason.FAR_LINK_FULL);
        }
    }

    /**
     * Sends the guest a reply of the router's own. The router stops reading a guest that does not
     * read replies.
     */
    public void answer(Frame frame) {
        guest.send(frame);
        if (!guest.isWritable()) {
            guestReading.pause(Reason.OWN_LINK_FULL);
        }
    }

    public void pauseReading() {
        guestReading.pause(Reason.DELAYED);
    }

    public void resumeReading() {
        guestReading.resume(Reason.DELAYED);
    }

    /** Notes that the server's link takes frames again. */
    public void serverWritable() {
        pump();
        if (takesFrames()) {
            guestReading.resume(Reason.FAR_LINK_FULL);
        }
    }

    /** Notes that the guest's link takes frames again. */
    public void guestWritable() {
        serverReading.resume(Reason.FAR_LINK_FULL);
        guestReading.resume(Reason.OWN_LINK_FULL);
    }
}
