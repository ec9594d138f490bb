package dev.hira.router.judge;

import dev.hira.link.Link;
import dev.hira.router.judge.LinkReadGate.Reason;
import dev.hira.wire.Frame;

/**
 * A session's two links and the back-pressure between them: while one cannot take frames, the other
 * is not read, so the router keeps only frames that were already under way.
 */
public final class SessionLinks {
    private final Link guest;
    private final LinkReadGate guestGate;
    private Link server;
    private LinkReadGate serverGate;

    public SessionLinks(Link guest, Link server) {
        this.guest = guest;
        this.server = server;
        this.guestGate = new LinkReadGate(guest);
        this.serverGate = new LinkReadGate(server);
    }

    public Link guest() {
        return guest;
    }

    /** Continues with another server's link. */
    public void moveTo(Link other) {
        server = other;
        serverGate = new LinkReadGate(other);
        if (!guest.isWritable()) {
            serverGate.pause(Reason.FAR_LINK_FULL);
        }
        if (other.isWritable()) {
            guestGate.resume(Reason.FAR_LINK_FULL);
        } else {
            guestGate.pause(Reason.FAR_LINK_FULL);
        }
    }

    /** Sends a frame of the guest to the server. */
    void down(Frame frame) {
        server.send(frame);
        if (!server.isWritable()) {
            guestGate.pause(Reason.FAR_LINK_FULL);
        }
    }

    /** Sends a frame of the server to the guest. */
    void up(Frame frame) {
        guest.send(frame);
        if (!guest.isWritable()) {
            serverGate.pause(Reason.FAR_LINK_FULL);
        }
    }

    /**
     * Sends the guest a reply of the router's own. The router stops reading a guest that does not
     * read replies.
     */
    void answer(Frame frame) {
        guest.send(frame);
        if (!guest.isWritable()) {
            guestGate.pause(Reason.OWN_LINK_FULL);
        }
    }

    void hold() {
        guestGate.pause(Reason.DELAYED);
    }

    void goOn() {
        guestGate.resume(Reason.DELAYED);
    }

    /** Notes that the server's link takes frames again. */
    public void serverWritable() {
        guestGate.resume(Reason.FAR_LINK_FULL);
    }

    /** Notes that the guest's link takes frames again. */
    public void guestWritable() {
        serverGate.resume(Reason.FAR_LINK_FULL);
        guestGate.resume(Reason.OWN_LINK_FULL);
    }
}
