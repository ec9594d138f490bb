package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.memory.RingPair.RingLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.Opened;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Receives from the links of a session to its guest and its servers: their events go to the
 * session's {@link FrameHandler}. Frames are sent by the session's {@link
 * dev.hira.router.judge.link.SessionLinks}. During a move, its {@link SessionPlace} handles the
 * events of the new server.
 */
final class PeerLinks {
    private final RouterSession session;
    private final Arrival arrival;

    /** The link that carries the guest's frames: its own, or the rings beside it. */
    private volatile Link guest;

    private volatile @Nullable Link server;

    /** The replaced links to servers, each with the rings that replaced it. */
    private final Map<Link, RingLink> ringsOf = new ConcurrentHashMap<>();

    /** The answers of servers to the request for the session. */
    private final Map<Link, Opened> answers = new ConcurrentHashMap<>(2);

    /** The thread of the session's rings; null when the guest uses none. */
    private volatile @Nullable RingPoller poller;

    PeerLinks(RouterSession session, Arrival arrival) {
        this.session = session;
        this.arrival = arrival;
        this.guest = arrival.link();
    }

    /** Starts the guest's link. */
    void start() {
        arrival.link().start(new GuestSide(arrival.link()));
    }

    /** Runs a task on the session's thread, unless the guest is gone. Any thread may call it. */
    void execute(Runnable task) {
        Link link = guest;
        link.execute(() -> {
            if (link.equals(guest)) {
                session.guarded(task);
            } else {
                execute(task); // rings have replaced the link, and their thread owns the session
            }
        });
    }

    /** Returns the link that carries the guest's frames. */
    Link guest() {
        return guest;
    }

    Link server() {
        return Objects.requireNonNull(server);
    }

    /** Returns the kind of the server's link; empty before there is one. Any thread may call it. */
    String serverTransport() {
        Link link = server;
        return link == null ? "" : link.kind();
    }

    /** Returns the thread of the session's rings; null when the guest uses none. */
    @Nullable RingPoller poller() {
        return poller;
    }

    Link dial(ServerView at) {
        return arrival.dialer().dial(at);
    }

    /** Handles a server's answer to the request for the session, before anything else is sent. */
    void opened(Link link, Opened answer, RouterServices services) {
        answers.put(link, answer);
        ServerResumption.agree(link, answer, services);
    }

    /** Returns the present server's answer. */
    Opened answer() {
        return answers.getOrDefault(server(), Opened.getDefaultInstance());
    }

    /** Starts a server's link; a former one is ignored from then on. */
    void attach(Link link) {
        server = link;
        link.start(new ServerSide(link, false));
    }

    /**
     * Continues the session over rings. The session belongs to their poller's thread as soon as
     * this returns; the connections only show whether the peers live.
     */
    void switchToRings(RingLinks rings) {
        ringsOf.put(server(), rings.server());
        poller = rings.poller();
        server = rings.server();
        guest = rings.guest();
        rings.server().start(new ServerSide(rings.server(), false));
        rings.guest().start(new GuestSide(rings.guest()));
    }

    /** Starts the link to the server to which the session is being moved. */
    void attachNew(Link link) {
        link.start(new ServerSide(link, true));
    }

    /** Does the same over rings; the replaced link then only shows whether the server lives. */
    void attachNew(RingLink rings, Link replaced) {
        ringsOf.put(replaced, rings);
        rings.start(new ServerSide(rings, false));
    }

    /** Continues with another server's link, and returns the former one. */
    Link switchTo(Link link) {
        Link former = server();
        answers.remove(former);
        server = link;
        return former;
    }

    /** Breaks both links: the peers go on when the router's next process comes. */
    void abandon() {
        Link toServer = server;
        if (toServer != null) {
            toServer.abort();
        }
        guest.abort();
    }

    /** Breaks the server's link alone. */
    void abandonServer() {
        Link toServer = server;
        server = null;
        if (toServer != null) {
            toServer.abort();
        }
    }

    /** Closes both links and gives the guest the reason. */
    void close(LinkStatus reason) {
        Link toServer = server;
        if (toServer != null) {
            toServer.close(new LinkStatus(Cause.NORMAL, reason.message()));
        }
        guest.close(reason);
    }

    /** Handles the end of a link that rings have replaced. */
    private static void connectionClosed(Link replacement, LinkStatus status) {
        if (replacement instanceof RingLink rings) {
            rings.controlClosed(status);
        }
    }

    /** Handles the events of a link to the guest. */
    private final class GuestSide implements LinkHandler {
        private final Link link;

        GuestSide(Link link) {
            this.link = link;
        }

        private boolean isCurrent() {
            return link.equals(guest) && !session.hasEnded();
        }

        @Override
        public void onFrame(Frame frame) {
            if (!isCurrent()) {
                frame.release();
                return;
            }
            try {
                session.handler().fromGuest(frame);
            } catch (RuntimeException e) {
                session.fail(e, "the guest");
            }
        }

        @Override
        public void onWritable() {
            if (isCurrent()) {
                session.handler().guestWritable();
            }
        }

        @Override
        public void onClosed(LinkStatus status) {
            if (link.equals(guest)) {
                session.end(status);
            } else {
                connectionClosed(guest, status);
            }
        }
    }

    /** Handles the events of a link to a server. */
    private final class ServerSide implements LinkHandler {
        private final Link link;
        private final boolean ofMove;

        /**
         * @param ofMove whether the session moves to the link, perhaps from rings
         */
        ServerSide(Link link, boolean ofMove) {
            this.link = link;
            this.ofMove = ofMove;
        }

        private boolean isCurrent() {
            return link.equals(server) && !session.hasEnded();
        }

        /**
         * Whether the link's thread is another one than the session's: the guest uses rings, but
         * the server that the session moved to does not.
         */
        private boolean isElsewhere() {
            return ofMove && guest instanceof RingLink;
        }

        @Override
        public void onFrame(Frame frame) {
            if (isElsewhere()) {
                guest.execute(() -> handle(frame));
            } else {
                handle(frame);
            }
        }

        private void handle(Frame frame) {
            try {
                if (isCurrent()) {
                    session.handler().fromServer(frame);
                } else {
                    session.place().fromNew(link, frame);
                }
            } catch (RuntimeException e) {
                session.fail(e, "the API server");
            }
        }

        @Override
        public void onWritable() {
            if (isElsewhere()) {
                guest.execute(this::writable);
            } else {
                writable();
            }
        }

        private void writable() {
            if (isCurrent()) {
                session.handler().serverWritable();
            } else {
                session.place().newWritable(link);
            }
        }

        @Override
        public void onClosed(LinkStatus status) {
            RingLink rings = ringsOf.remove(link);
            if (rings != null) {
                rings.controlClosed(status);
            } else if (isElsewhere()) {
                guest.execute(() -> closed(status));
            } else {
                closed(status);
            }
        }

        private void closed(LinkStatus status) {
            if (isCurrent()) {
                session.handler().serverClosed(status);
            } else {
                session.place().newClosed(link, status);
            }
        }
    }
}
