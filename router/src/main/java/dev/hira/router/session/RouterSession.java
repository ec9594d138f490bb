package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.link.LinkHandler;
import dev.hira.link.ring.RingLink;
import dev.hira.link.ring.RingPoller;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.judge.LimitReachedException;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerView;
import dev.hira.router.session.RingPair.RingLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One guest process at the router: its link, its server's link, and everything that is released
 * when either ends. Methods must be called on the guest's thread, unless they say otherwise.
 */
public final class RouterSession {
    private static final Logger LOG = LoggerFactory.getLogger(RouterSession.class);

    /** The time that a server is kept after the session was moved from it. */
    private static final Duration LEAVE_AFTER = Duration.ofMillis(20);

    private final RouterServices services;
    private final Arrival arrival;
    private final String id;

    /** Tasks that release the session's holdings at its end, latest first. */
    private final Deque<Runnable> holdings = new ArrayDeque<>(8);

    private final Opening opening;
    private Stage stage;

    /** The link that carries the guest's frames: its own, or the rings beside it. */
    private volatile Link guest;

    private volatile @Nullable Link server;
    private volatile boolean ended;
    private volatile @Nullable SessionFacts facts;
    private @Nullable Placed placed;

    /** Whether the pool still counts the session at its place. */
    private boolean hasPlace;

    private volatile @Nullable MovableSession movable;

    /** Moves that hold a place at another server. */
    private final Set<Relocation> moves = ConcurrentHashMap.newKeySet();

    /** The move whose orders the server carries out; perhaps it has failed already. */
    private @Nullable Relocation moving;

    /** The move that begins when the server has answered the orders of a failed one. */
    private @Nullable Relocation nextMove;

    /** The reason why the server is gone, while a move that does not need it goes on. */
    private @Nullable LinkStatus lost;

    /** The recreation at another server, while the session has none. */
    private @Nullable SessionRebuild rebuild;

    /** The links to servers that rings have replaced, with these rings. */
    private final Map<Link, RingLink> ringsOf = new ConcurrentHashMap<>();

    /** The thread of the session's rings; null when the guest uses none. */
    private volatile @Nullable RingPoller poller;

    /** Leaves the server that the session was moved from, if that has not been done yet. */
    private Runnable farewell = () -> {};

    private @Nullable SessionEvents events;
    private volatile @Nullable Resumption resumption;

    private RouterSession(RouterServices services, Arrival arrival) {
        this.services = services;
        this.arrival = arrival;
        this.id = HexFormat.of().toHexDigits(services.random().nextLong());
        this.guest = arrival.link();
        this.opening = new Opening(this, services, arrival);
        this.stage = opening;
    }

    /** Accepts a guest that has just connected. Any thread may call it. */
    public static void accept(RouterServices services, Arrival arrival) {
        RouterSession session = new RouterSession(services, arrival);
        arrival.link().start(session.new GuestSide(arrival.link()));
        session.execute(session.opening::begin);
    }

    /** Returns the session's id. Any thread may call it. */
    public String id() {
        return id;
    }

    /** Returns the facts about the session once it is open; null before. Any thread may call it. */
    public @Nullable SessionFacts facts() {
        return facts;
    }

    /** Returns the address that the guest connected to. Any thread may call it. */
    public String listener() {
        return arrival.listener();
    }

    /** Returns the kind of the server's link; empty before there is one. Any thread may call it. */
    public String serverTransport() {
        Link link = server;
        return link == null ? "" : link.kind();
    }

    /** Runs a task on the session's thread, unless the guest is gone. Any thread may call it. */
    public void execute(Runnable task) {
        Link link = guest;
        link.execute(() -> {
            if (link.equals(guest)) {
                guarded(task);
            } else {
                execute(task); // rings have replaced the link, and their thread owns the session
            }
        });
    }

    /** Ends the session and gives both sides the reason. Idempotent. */
    public void end(LinkStatus reason) {
        if (ended) {
            return;
        }
        ended = true;
        moves.forEach(move -> {
            if (moves.remove(move)) {
                move.sessionEnded();
            }
        });
        if (rebuild != null) {
            rebuild.sessionEnded();
        }
        leave();
        stage.close();
        while (!holdings.isEmpty()) {
            holdings.pop().run();
        }
        Link toServer = server;
        if (toServer != null) {
            toServer.close(new LinkStatus(Cause.NORMAL, reason.message()));
        }
        guest.close(reason);
        report(reason);
    }

    /** Ends the object of a guest whose connection continues another session. */
    void dissolve() {
        ended = true;
        while (!holdings.isEmpty()) {
            holdings.pop().run();
        }
    }

    /** Lets the guest resume the open session, unless the right is null. */
    void resumableBy(@Nullable Resumption right) {
        if (right != null) {
            resumption = right;
            right.start(Objects.requireNonNull(facts).vm());
        }
    }

    /** Returns the guest's right to resume the session; null: none. Any thread may call it. */
    @Nullable Resumption resumption() {
        return resumption;
    }

    /**
     * Returns how long the session has been without a connection to its guest; null: it has one.
     * Any thread may call it.
     */
    public @Nullable Duration detachedFor() {
        Resumption right = resumption;
        return right == null ? null : right.detachedFor();
    }

    /** Whether the session has ended. Any thread may call it. */
    public boolean hasEnded() {
        return ended;
    }

    /** Returns the link that carries the guest's frames. */
    Link guest() {
        return guest;
    }

    Link server() {
        return Objects.requireNonNull(server);
    }

    /** Registers a task for the end of the session. */
    void holds(Runnable giveBack) {
        holdings.push(giveBack);
    }

    /** Starts a server's link; a former one is ignored from then on. */
    void attach(Link link) {
        server = link;
        link.start(new ServerSide(link, false));
    }

    /**
     * Moves the session to links over rings. The session belongs to their poller's thread as soon
     * as this returns; the connections only show whether the peers live.
     */
    void moveTo(RingLinks rings) {
        ringsOf.put(server(), rings.server());
        poller = rings.poller();
        server = rings.server();
        guest = rings.guest();
        rings.server().start(new ServerSide(rings.server(), false));
        rings.guest().start(new GuestSide(rings.guest()));
    }

    /** Makes the session open. */
    void run(Running running, SessionFacts opened, MovableSession parts) {
        arrival.link().trust();
        stage = running;
        movable = parts;
        facts = opened;
        services.registry().opened(this);
        events(opened.vm()).opened(opened.process());
        log(LOG.atInfo())
                .addKeyValue("process", opened.process())
                .addKeyValue("server", opened.placed().server().name())
                .addKeyValue("devices", opened.placed().ordinals())
                .addKeyValue("link", opened.link())
                .log("session opened");
    }

    // --- moving to another server

    /** Notes the session's place. */
    void placed(Placed place) {
        placed = place;
        hasPlace = true;
    }

    /** Gives the session's place back. Idempotent. */
    void leavePlace(String vm) {
        if (hasPlace) {
            hasPlace = false;
            services.pool().release(placed(), vm);
        }
    }

    Placed placed() {
        return Objects.requireNonNull(placed);
    }

    String serverName() {
        return placed().server().name();
    }

    /**
     * Prepares a move to another place, which the move gives back when it fails. Any thread may
     * call it.
     *
     * @return null when the session is not open, or at no server
     */
    public @Nullable SessionMove moveTo(Placed target) {
        SessionFacts known = facts;
        return known == null || known.isSuspended() ? null : newMove(target, null);
    }

    /**
     * Prepares the return of a suspended session to a place, which the move gives back when it
     * fails. Any thread may call it.
     *
     * @param rest the answer of the session's last server when it came to rest
     * @return null when the session is not suspended
     */
    public @Nullable SessionMove resumeAt(Placed target, AtRest rest) {
        SessionFacts known = facts;
        return known == null || !known.isSuspended() ? null : newMove(target, rest);
    }

    private @Nullable SessionMove newMove(Placed target, @Nullable AtRest rest) {
        MovableSession parts = movable;
        if (parts == null) {
            return null;
        }
        ServerChange change = registered(new ServerChange(this, services, parts, target, rest));
        return change == null ? null : new SessionMove(this, change);
    }

    /**
     * Prepares to save the session's state. Any thread may call it.
     *
     * @return null when the session is not open, or at no server
     */
    public @Nullable SessionSave save() {
        return save(false);
    }

    /**
     * Prepares to save the session's state. Any thread may call it.
     *
     * @param unasked whether the router does it by itself
     * @return null when the session is not open, or at no server
     */
    @Nullable SessionSave save(boolean unasked) {
        MovableSession parts = movable;
        SessionFacts known = facts;
        return parts == null || known == null || known.isSuspended()
                ? null
                : registered(new SessionSave(this, parts, unasked));
    }

    /** Returns how the session is protected; null before it is open. Any thread may call it. */
    public @Nullable SessionProtection protection() {
        MovableSession parts = movable;
        return parts == null ? null : parts.protection();
    }

    /** Whether a move, a save or a recreation of the session is under way. */
    boolean isBusy() {
        return moving != null || rebuild != null;
    }

    /**
     * Returns the number of the last command that was admitted or refused. Exact while the session
     * is suspended; any thread may call it then.
     */
    public long lastCall() {
        MovableSession parts = movable;
        return parts == null ? 0 : parts.paths().down().lastJudged();
    }

    private <R extends Relocation> @Nullable R registered(R move) {
        moves.add(move);
        // The end of the session fails the moves that it finds; this one may have come too late.
        return ended && moves.remove(move) ? null : move;
    }

    /**
     * Begins a move as soon as the server has answered all orders of an earlier one, so that no
     * answer is taken for that to a later order; false: another move is under way.
     */
    boolean begins(Relocation move) {
        Relocation before = moving;
        Relocation next = nextMove;
        if (rebuild != null) {
            return false;
        }
        leave();
        if (before != null) {
            before.giveWay();
        }
        before = moving; // perhaps the server had nothing to answer
        if (before == null) {
            moving = move;
            move.begin();
        } else if (before.isOver() && (next == null || next.isOver())) {
            nextMove = move;
        } else {
            return false;
        }
        return true;
    }

    /** Notes that a move has given up its place, or that the session is at it. */
    void isOver(Relocation move) {
        moves.remove(move);
    }

    /** Notes that the server has answered all orders of a move that is over. */
    void answered(Relocation move) {
        if (!move.equals(moving)) {
            return;
        }
        moving = null;
        Relocation next = nextMove;
        nextMove = null;
        LinkStatus gone = lost;
        if (gone != null && !ended) {
            lostServer(gone);
        }
        if (next != null && !next.isOver() && !ended && !begins(next)) {
            next.abandon("the session lost its API server");
        }
    }

    /** Passes a message of the old server to the move that it concerns. */
    boolean isForMove(Control control) {
        Relocation move = moving;
        return move != null && move.fromOld(control);
    }

    Link dial(ServerView at) {
        return arrival.dialer().dial(at);
    }

    /** Starts the link to the server that a move is to. */
    void attachNew(Link link) {
        link.start(new ServerSide(link, true));
    }

    /** Returns the thread of the session's rings; null when the guest uses none. */
    @Nullable RingPoller poller() {
        return poller;
    }

    /** Starts rings to the server that a move is to; the link then only shows whether it lives. */
    void attachNew(RingLink rings, Link replaced) {
        ringsOf.put(replaced, rings);
        rings.start(new ServerSide(rings, false));
    }

    /** Continues with the server that a move is to; returns the former link, to be left. */
    Link switchTo(Link link, Placed place, Relocation move) {
        Link former = switchTo(link, place);
        isOver(move);
        answered(move);
        return former;
    }

    /**
     * Leaves the server that the session was moved from, a moment later: the guest's commands,
     * which have waited for the move, come first.
     *
     * @param afterwards runs when the server is left
     */
    void leaveLater(Link former, Runnable afterwards) {
        leave();
        LinkStatus why = new LinkStatus(Cause.NORMAL, "the session moved to " + serverName());
        Timer.Cancellable due = services.timer().after(LEAVE_AFTER, () -> execute(this::leave));
        farewell =
                () -> {
                    due.cancel();
                    former.close(why);
                    afterwards.run();
                    log(LOG.atInfo())
                            .addKeyValue("server", serverName())
                            .addKeyValue("devices", placed().ordinals())
                            .log("session moved");
                };
    }

    /** Leaves that server now, so that nothing of it is in the way of what comes. */
    private void leave() {
        Runnable due = farewell;
        farewell = () -> {};
        due.run();
    }

    private Link switchTo(Link link, Placed place) {
        Link former = server();
        SessionFacts before = Objects.requireNonNull(facts);
        leavePlace(before.vm());
        server = link;
        placed(place);
        lost = null;
        facts = before.at(place);
        return former;
    }

    // --- the loss of the server

    /**
     * Handles the end of the server's link for which the guest is not to blame: recreates the
     * session elsewhere if its VM's grant says so, or ends it.
     *
     * @param reason the reason for the guest, if the session ends
     */
    void lostServer(LinkStatus reason) {
        MovableSession what = Objects.requireNonNull(movable);
        Relocation move = moving;
        if (move != null && move.needsNoServer()) {
            lost = reason; // the move goes on without the server
            return;
        }
        if (!what.isProtected()) {
            end(reason);
            return;
        }
        lost = null;
        leave();
        SessionRebuild before = rebuild;
        if (before != null) {
            before.superseded();
        }
        SessionRebuild recreation = new SessionRebuild(this, services, what, reason);
        rebuild = recreation;
        what.paths().down().hold(Hold.REBUILDING, true);
        if (move != null) {
            move.serverGone(reason.message());
        }
        leavePlace(what.vm());
        log(LOG.atWarn()).log("session lost its API server: {}", reason.message());
        recreation.begin();
    }

    /** Continues with the server at which the session was recreated. */
    void rebuiltAt(Link link, Placed place) {
        Link former = switchTo(link, place);
        former.close(new LinkStatus(Cause.NORMAL, "the session moved to " + serverName()));
        log(LOG.atInfo())
                .addKeyValue("server", serverName())
                .addKeyValue("devices", place.ordinals())
                .log("session rebuilt");
    }

    /** Notes that the session is complete at its new server. */
    void isRebuilt() {
        rebuild = null;
    }

    // --- without a server

    /** Leaves the server, now that the session's state is saved. */
    void leaveServer(SessionSave save, Link nowhere) {
        Link former = server();
        SessionFacts before = Objects.requireNonNull(facts);
        leavePlace(before.vm());
        server = nowhere;
        placed = Placed.NOWHERE;
        isOver(save);
        answered(save);
        facts = before.at(Placed.NOWHERE);
        former.close(new LinkStatus(Cause.NORMAL, "the session's VM is suspended"));
        log(LOG.atInfo()).log("session suspended");
    }

    /** Applies the VM's standing later, in case an operator changed it during the opening. */
    void obeyLater(String vm) {
        execute(() -> obey(services.registry().standings().of(vm)));
    }

    /** Returns the publisher of the session's events. */
    SessionEvents events(String vm) {
        if (events == null) {
            events = new SessionEvents(services.events(), vm, id);
        }
        return events;
    }

    /** Applies the standing that an operator gave the session's VM. */
    public void obey(VmStanding standing) {
        switch (standing) {
            case VmStanding.Running _ -> stage.pause(false);
            case VmStanding.Paused _ -> stage.pause(true);
            case VmStanding.Evicted evicted -> end(new LinkStatus(Cause.REFUSED, evicted.reason()));
        }
    }

    private LoggingEventBuilder log(LoggingEventBuilder event) {
        SessionFacts known = facts;
        String vm = known == null ? opening.vm() : known.vm();
        return event.addKeyValue("session", id)
                .addKeyValue("vm", vm)
                .addKeyValue("peer", arrival.peer());
    }

    private void report(LinkStatus reason) {
        String cause = reason.cause().name().toLowerCase(Locale.ROOT);
        if (facts == null) {
            services.meters().rejected(cause);
        } else {
            services.meters().ended(cause);
            services.registry().ended(this);
            events(facts.vm()).ended(cause, reason.message());
        }
        if (facts == null && !services.unopened().passes()) {
            return;
        }
        LoggingEventBuilder event = reason.cause() == Cause.NORMAL ? LOG.atInfo() : LOG.atWarn();
        log(event)
                .addKeyValue("cause", cause)
                .log(
                        facts == null ? "session not opened: {}" : "session ended: {}",
                        reason.message());
    }

    private void guarded(Runnable task) {
        if (ended) {
            return;
        }
        try {
            task.run();
        } catch (RuntimeException e) {
            fail(e, "a task");
        }
    }

    /** Ends the session because of a failure with a frame of one side. */
    private void fail(RuntimeException problem, String side) {
        if (problem instanceof MalformedFrameException) {
            end(
                    new LinkStatus(
                            Cause.PROTOCOL, side + " broke the protocol: " + problem.getMessage()));
        } else if (problem instanceof LimitReachedException) {
            end(new LinkStatus(Cause.EXHAUSTED, String.valueOf(problem.getMessage())));
        } else {
            log(LOG.atError()).setCause(problem).log("defect while handling {}", side);
            end(
                    new LinkStatus(
                            Cause.INTERNAL,
                            "the router failed while it handled " + side + "; see its log"));
        }
    }

    /** Handles the end of a link that rings have replaced. */
    private static void connectionClosed(Link replacement, LinkStatus status) {
        if (replacement instanceof RingLink rings) {
            rings.controlClosed(status);
        }
    }

    /** The guest's end of a link. */
    private final class GuestSide implements LinkHandler {
        private final Link link;

        GuestSide(Link link) {
            this.link = link;
        }

        private boolean isCurrent() {
            return link.equals(guest) && !ended;
        }

        @Override
        public void onFrame(Frame frame) {
            if (!isCurrent()) {
                frame.release();
                return;
            }
            try {
                stage.fromGuest(frame);
            } catch (RuntimeException e) {
                fail(e, "the guest");
            }
        }

        @Override
        public void onWritable() {
            if (isCurrent()) {
                stage.guestWritable();
            }
        }

        @Override
        public void onClosed(LinkStatus status) {
            if (link.equals(guest)) {
                end(status);
            } else {
                connectionClosed(guest, status);
            }
        }
    }

    /** The server's end of a link. */
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
            return link.equals(server) && !ended;
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
            Relocation move = moving;
            SessionRebuild recreation = rebuild;
            try {
                if (isCurrent()) {
                    stage.fromServer(frame);
                } else if (move != null && move.isTo(link)) {
                    move.fromNew(frame);
                } else if (recreation != null && recreation.isTo(link)) {
                    recreation.onFrame(frame);
                } else {
                    frame.release();
                }
            } catch (RuntimeException e) {
                fail(e, "the API server");
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
            Relocation move = moving;
            SessionRebuild recreation = rebuild;
            if (isCurrent()) {
                stage.serverWritable();
            } else if (move != null && move.isTo(link)) {
                move.pump();
            } else if (recreation != null && recreation.isTo(link)) {
                recreation.pump();
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
            Relocation move = moving;
            SessionRebuild recreation = rebuild;
            if (isCurrent()) {
                stage.serverClosed(status);
            } else if (move != null && move.isTo(link)) {
                move.newClosed(status);
            } else if (recreation != null && recreation.isTo(link)) {
                recreation.onClosed(status);
            }
        }
    }
}
