package dev.hira.router.session;

import dev.hira.base.tls.HashedToken;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.judge.LimitReachedException;
import dev.hira.router.judge.SessionPaths;
import dev.hira.router.judge.WaitedFrameException;
import dev.hira.router.judge.link.RepetitionFailedException;
import dev.hira.router.operator.events.SessionEvents;
import dev.hira.router.operator.vms.VmStanding;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionView.ProtectionNow;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.AtRest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * One guest process at the router: its link, its server's link, and everything that is released
 * when either ends. Methods must be called on the session's thread, unless they say otherwise.
 */
public final class RouterSession {
    private static final Logger LOG = LoggerFactory.getLogger(RouterSession.class);

    private final RouterServices services;
    private final Arrival arrival;
    private volatile String id;

    /** Tasks that release the session's holdings at its end, latest first. */
    private final Deque<Runnable> holdings = new ArrayDeque<>(8);

    private final PeerLinks links;
    private final SessionPlace place;
    private final OpeningHandler opening;
    private FrameHandler handler;

    /** Ends the session if it is not open in time. */
    private Timer.Cancellable openingDeadline = () -> {};

    private volatile boolean ended;
    private volatile @Nullable SessionView facts;
    private volatile @Nullable MovableSession movable;
    private @Nullable SessionEvents events;
    private volatile @Nullable Resumption resumption;
    private volatile Optional<HashedToken> token = Optional.empty();
    private @Nullable SessionFile file;
    private boolean returned;

    private RouterSession(RouterServices services, Arrival arrival) {
        this.services = services;
        this.arrival = arrival;
        this.id = HexFormat.of().toHexDigits(services.random().nextLong());
        this.links = new PeerLinks(this, arrival);
        this.place = new SessionPlace(this, services);
        this.opening = new OpeningHandler(this, services, arrival);
        this.handler = opening;
    }

    /** Accepts a guest that has just connected. Any thread may call it. */
    public static void accept(RouterServices services, Arrival arrival) {
        RouterSession session = new RouterSession(services, arrival);
        session.links.start();
        session.execute(session.opening::begin);
    }

    /** Returns the session's id. Any thread may call it. */
    public String id() {
        return id;
    }

    /** Returns the facts about the session once it is open; null before. Any thread may call it. */
    public @Nullable SessionView facts() {
        return facts;
    }

    /** Returns the address that the guest connected to. Any thread may call it. */
    public String listener() {
        return arrival.listener();
    }

    /** Returns the kind of the server's link; empty before there is one. Any thread may call it. */
    public String serverTransport() {
        return links.serverTransport();
    }

    /** Runs a task on the session's thread, unless the guest is gone. Any thread may call it. */
    public void execute(Runnable task) {
        links.execute(task);
    }

    /** Ends the session and gives both sides the reason. Idempotent. */
    public void end(LinkStatus reason) {
        end(reason, reason.message());
    }

    /**
     * The same with another text for log and events.
     *
     * @param told may name the operator, which the guest need not know
     */
    public void end(LinkStatus reason, String told) {
        if (ended) {
            return;
        }
        ended = true;
        release();
        if (handler.leavesServer()) {
            links.abandonServer();
        }
        links.close(reason);
        report(reason, told);
    }

    /** Ends the object of a guest whose connection continues another session. */
    void dissolve() {
        ended = true;
        release();
    }

    private void release() {
        place.sessionEnded();
        handler.close();
        while (!holdings.isEmpty()) {
            holdings.pop().run();
        }
    }

    /** Lets the guest resume the session once it is open, unless the right is null. */
    void resumableBy(@Nullable Resumption right) {
        resumption = right;
    }

    /** Notes which token proves the VM of the guest that is connected now. Any thread. */
    void provenBy(Optional<HashedToken> proof) {
        token = proof;
    }

    /** Returns the token that proves the guest's VM; empty: something else does. Any thread. */
    public Optional<HashedToken> token() {
        return token;
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

    /** Keeps the session in a file for the router's next process. */
    void keepIn(SessionFile kept) {
        file = kept;
        atEnd(kept::remove);
    }

    /** Returns the file in which the session is kept; null: it is not. */
    @Nullable SessionFile file() {
        return file;
    }

    /** Whether the router's previous process had the session. */
    boolean hasReturned() {
        return returned;
    }

    /** Continues a session that the router's previous process has left. */
    void continues(String other, KeptSessionHandler from) {
        id = other;
        returned = true;
        handler = from;
        from.begin();
    }

    /**
     * Leaves the session to the router's next process, without telling either side. Does nothing if
     * it is not kept.
     */
    public void leave() {
        SessionFile kept = file;
        if (ended || kept == null) {
            return;
        }
        ended = true;
        links.abandon();
        kept.close();
        release();
        services.registry().ended(this);
        log(LOG.atInfo()).log("session left to the next process of the router");
    }

    /** Returns the session's links. */
    PeerLinks links() {
        return links;
    }

    /** Returns the session's place, and the moves from it. */
    SessionPlace place() {
        return place;
    }

    /** Returns the present handler of frames. */
    FrameHandler handler() {
        return handler;
    }

    /** Returns the parts that move with the session, which is open. Any thread. */
    MovableSession movable() {
        return Objects.requireNonNull(movable);
    }

    /** Returns the paths of the session, which is open. They are for its thread only. */
    public SessionPaths paths() {
        return movable().paths();
    }

    /** Registers a task for the end of the session. */
    void atEnd(Runnable giveBack) {
        holdings.push(giveBack);
    }

    /** Sets the deadline for opening, which an open session does not have. */
    void opensBefore(Timer.Cancellable deadline) {
        openingDeadline = deadline;
        atEnd(deadline::cancel);
    }

    /**
     * Continues as an open session.
     *
     * @param event what has happened, for the log
     */
    void opened(
            OpenSessionHandler newHandler, SessionView opened, MovableSession parts, String event) {
        openingDeadline.cancel();
        arrival.link().trust(opened.vm());
        handler = newHandler;
        movable = parts;
        facts = opened;
        Resumption right = resumption;
        if (right != null) {
            right.start(opened.vm());
        }
        services.registry().opened(this); // from now on, another connection may resume it
        events(opened.vm()).opened(opened.process());
        log(LOG.atInfo())
                .addKeyValue("process", opened.process())
                .addKeyValue("server", opened.placed().server().name())
                .addKeyValue("devices", opened.placed().ordinals())
                .addKeyValue("link", opened.link())
                .log("session {}", event);
    }

    /** Notes that the session goes on at another place. */
    void movedTo(Placed other) {
        facts = Objects.requireNonNull(facts).at(other);
    }

    /** Whether the session, which is open, is at no server because its VM is suspended. */
    private boolean isSuspended() {
        return Objects.requireNonNull(facts).isSuspended();
    }

    /**
     * Prepares a move of the open session to another place, which the move gives back when it
     * fails. Any thread may call it.
     *
     * @return null when the session is at no server, or has ended
     */
    public @Nullable SessionMove moveTo(Placed target) {
        return isSuspended() ? null : place.newMove(target, null);
    }

    /**
     * Prepares the return of a suspended session to a place, which the move gives back when it
     * fails. Any thread may call it.
     *
     * @param rest the answer of the session's last server when it came to rest
     * @return null when the session is not suspended, or has ended
     */
    public @Nullable SessionMove resumeAt(Placed target, AtRest rest) {
        return isSuspended() ? place.newMove(target, rest) : null;
    }

    /**
     * Prepares to save the state of the open session. Any thread may call it.
     *
     * @return null when the session is at no server, or has ended
     */
    public @Nullable SessionSave save() {
        return save(false);
    }

    /**
     * Prepares to save the state of the open session. Any thread may call it.
     *
     * @param unasked whether the router does it by itself
     * @return null when the session is at no server, or has ended
     */
    @Nullable SessionSave save(boolean unasked) {
        return isSuspended() ? null : place.newSave(unasked);
    }

    /** Returns how the session, which is open, is protected. Any thread may call it. */
    public ProtectionNow protection() {
        return movable().protection();
    }

    /**
     * Returns the number of the open session's last command that was admitted or refused. Exact
     * while the session is suspended; any thread may call it then.
     */
    public long lastDecided() {
        return paths().down().lastDecided();
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
            case VmStanding.Running _ -> handler.pause(false);
            case VmStanding.Paused _ -> handler.pause(true);
            case VmStanding.Evicted evicted -> end(new LinkStatus(Cause.REFUSED, evicted.reason()));
        }
    }

    LoggingEventBuilder logInfo() {
        return log(LOG.atInfo());
    }

    LoggingEventBuilder logWarning() {
        return log(LOG.atWarn());
    }

    private LoggingEventBuilder log(LoggingEventBuilder event) {
        SessionView known = facts;
        String vm = known == null ? handler.vm() : known.vm();
        return event.addKeyValue("session", id)
                .addKeyValue("vm", vm)
                .addKeyValue("peer", arrival.peer());
    }

    private void report(LinkStatus reason, String told) {
        String cause = reason.cause().name().toLowerCase(Locale.ROOT);
        if (facts == null) {
            services.meters().rejected(cause);
        } else {
            services.meters().ended(cause);
            services.registry().ended(this);
            events(facts.vm()).ended(cause, told);
        }
        if (facts == null && !services.unopened().passes()) {
            return;
        }
        LoggingEventBuilder event = reason.cause() == Cause.NORMAL ? LOG.atInfo() : LOG.atWarn();
        log(event)
                .addKeyValue("cause", cause)
                .log(facts == null ? "session not opened: {}" : "session ended: {}", told);
    }

    /** Runs a task of the session, which ends with the session if it fails. */
    void guarded(Runnable task) {
        if (ended) {
            return;
        }
        try {
            task.run();
        } catch (RuntimeException e) {
            fail(e, "a task");
        }
    }

    /**
     * Ends the session because of a failure with a frame of one side, unless another server may
     * repeat the session's commands.
     */
    void fail(RuntimeException problem, String side) {
        if (problem instanceof RepetitionFailedException failure) {
            if (!place.repetitionFailed(failure)) {
                brokeProtocol(side, problem);
            }
        } else if (problem instanceof MalformedFrameException) {
            brokeProtocol(side, problem);
        } else if (problem instanceof WaitedFrameException) {
            brokeProtocol("the guest", problem);
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

    private void brokeProtocol(String side, RuntimeException problem) {
        end(new LinkStatus(Cause.PROTOCOL, side + " broke the protocol: " + problem.getMessage()));
    }
}
