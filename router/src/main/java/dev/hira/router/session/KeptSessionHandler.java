package dev.hira.router.session;

import dev.hira.link.Link;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeSecret;
import dev.hira.policy.model.Protection;
import dev.hira.router.handshake.AgreedLimits;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.handshake.Identity.Claim;
import dev.hira.router.handshake.Identity.Established;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.DownPath.Hold;
import dev.hira.router.judge.VmLimits;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.session.SessionRegistry.Barred;
import dev.hira.router.session.SessionRegistry.Full;
import dev.hira.router.session.SessionRegistry.Registration;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.session.place.NoServer;
import dev.hira.state.v1.StoredSession;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.GoOn;
import dev.hira.wire.v1.Resume;
import dev.hira.wire.v1.Resumed;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session that an earlier process of the router has left, from its guest's return until its
 * server has it on a link to this process.
 *
 * <pre>
 *   guest            router                     server
 *     │── Resume ──────▶│ file, slot, place         │
 *     │                 │── Resume (anew) ─────────▶│
 *     │                 │◀───────── Resumed (anew) ─│
 *     │                 │ books, journal, paths     │
 *     │◀ Resumed (anew) │                           │
 *     │── kept frames ─▶│── new ones ──────────────▶│
 *     │◀────────────────│◀───────────── kept frames │
 * </pre>
 *
 * <p>If it ends before, the session stays where it is: the guest may try again.
 */
final class KeptSessionHandler implements FrameHandler {
    /** Makes the guest try again. */
    private static final LinkStatus UNDER_WAY =
            new LinkStatus(Cause.UNAVAILABLE, "the session is being resumed already");

    private static final LinkStatus UNREADABLE =
            new LinkStatus(
                    Cause.UNAVAILABLE,
                    "the router cannot read the session's file now; its log says why");

    /** The pause between two looks whether the server has reported. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

    private final RouterSession session;
    private final RouterServices services;
    private final Resumption resumption;
    private final Resume request;
    private final SessionFile file;
    private final StoredSession stored;
    private @Nullable Registration slot;

    private KeptSessionHandler(
            RouterSession session,
            RouterServices services,
            Resumption resumption,
            Resume request,
            SessionFile file) {
        this.session = session;
        this.services = services;
        this.resumption = resumption;
        this.request = request;
        this.file = file;
        this.stored = file.session();
    }

    /** Whether an earlier process of the router has left the session of a request. */
    static boolean isPossible(RouterServices services, Resume request) {
        KeptSessions kept = services.registry().kept();
        return kept != null && kept.has(request.getSession());
    }

    /** Continues the session of a request, or refuses it. */
    static void begin(
            RouterSession newcomer,
            RouterServices services,
            Arrival arrival,
            Resume request,
            Claim claim) {
        KeptSessions kept = Objects.requireNonNull(services.registry().kept());
        SessionFile file;
        try {
            file = kept.claim(request.getSession());
        } catch (UncheckedIOException e) {
            newcomer.end(UNREADABLE);
            return;
        }
        if (file == null) {
            // The guest's last attempt is not over yet, or the file is damaged.
            newcomer.end(kept.has(request.getSession()) ? UNDER_WAY : Resumption.REFUSAL);
            return;
        }
        newcomer.atEnd(file::close);
        StoredSession stored = file.session();
        ResumeSecret secret = ResumeSecret.ofDigest(stored.getGuestSecretDigest().toByteArray());
        if (arrival.link() instanceof ResumableLink link
                && claim instanceof Established established
                && established.vm().equals(stored.getVm())
                && secret.isKnownBy(request.getSecret().toByteArray())) {
            newcomer.provenBy(established.token());
            Resumption right = Resumption.again(newcomer, services, link, stored, secret);
            newcomer.continues(
                    stored.getSession(),
                    new KeptSessionHandler(newcomer, services, right, request, file));
        } else {
            newcomer.end(Resumption.REFUSAL);
        }
    }

    /** Returns why the session cannot go on although its guest has come back; null: it can. */
    private @Nullable String obstacle() {
        if (!stored.getEnds().isEmpty()) {
            return stored.getEnds();
        }
        if (stored.hasSuspended() && hasGoneOn()) {
            return "its program has made calls since the VM was suspended, or lacks an answer to an"
                    + " earlier one";
        }
        boolean lacksFrames = request.getReceived() < stored.getGuestFrames();
        if (stored.hasSuspended() && lacksFrames) {
            return "its program has been at another router since the VM was suspended, or lacks"
                    + " messages of this one";
        }
        if (stored.getLossUntold() || lacksFrames) {
            return "it had just changed its API server when the router ended, and messages to the"
                    + " guest were lost";
        }
        return services.catalogs().containsKey(stored.getAsked().getApi())
                ? null
                : "the router does not know its API any longer";
    }

    /**
     * Whether the guest's state is not that of the suspended session: it has gone on at another
     * router, or lacks what only the router had that suspended it.
     */
    private boolean hasGoneOn() {
        long last = stored.getLastCall();
        return Long.compareUnsigned(request.getAcknowledgedCall(), last) > 0
                || request.getWaitingCallsList().stream().anyMatch(call -> call <= last);
    }

    @Override
    public String vm() {
        return stored.getVm();
    }

    @Override
    public boolean leavesServer() {
        return true;
    }

    /** Begins, as the session's stage. */
    void begin() {
        String obstacle = obstacle();
        if (obstacle != null) {
            session.keepIn(file); // so that it is removed
            session.end(
                    new LinkStatus(
                            Cause.REFUSED,
                            "this router cannot go on with the session: "
                                    + obstacle
                                    + "; open a new one"));
            return;
        }
        switch (services.registry().enter(vm(), Integer.MAX_VALUE)) {
            case Barred barred -> session.end(new LinkStatus(Cause.REFUSED, barred.problem()));
            case Full full -> session.end(new LinkStatus(Cause.EXHAUSTED, full.problem()));
            case Registration taken -> {
                slot = taken;
                session.atEnd(() -> services.registry().leave(taken));
                session.atEnd(() -> session.place().leave(vm()));
                if (stored.hasSuspended()) {
                    goOnSuspended();
                } else {
                    place();
                }
            }
        }
    }

    /** Goes on with the session at no server, as its VM was suspended. */
    private void goOnSuspended() {
        session.place()
                .had(
                        Placed.former(
                                URI.create(stored.getServer()),
                                stored.getServerName(),
                                stored.getDeviceOrdinalsList(),
                                stored.getGranule()));
        Link nowhere = new NoServer();
        session.links().attach(nowhere);
        restore(
                Resumed.newBuilder()
                        .setAnew(true)
                        .setLastCall(stored.getLastCall())
                        .setLastCallback(stored.getSuspended().getLastCallback())
                        .build());
        if (!session.hasEnded()) {
            MovableSession what = session.movable();
            what.paths().down().setHold(Hold.MOVING, true);
            what.paths().links().moveTo(nowhere);
            what.store();
            session.place().placeNowhere();
        }
    }

    /** Goes back to the server, once it has reported or is known not to. */
    private void place() {
        URI server = URI.create(stored.getServer());
        if (services.pool().awaits(server) && mayYetCome()) {
            services.timer().after(POLL_INTERVAL, () -> session.execute(this::place));
            return;
        }
        switch (services.pool()
                .rejoin(
                        server,
                        stored.getServerName(),
                        stored.getDeviceOrdinalsList(),
                        stored.getGranule(),
                        vm())) {
            case Placed found -> {
                session.place().placed(found);
                Link link = session.links().dial(found.server());
                session.links().attach(link);
                link.send(Controls.frame(Control.newBuilder().setResume(ask()).build()));
            }
            case NoPlace none -> session.end(new LinkStatus(Cause.REFUSED, none.reason()));
        }
    }

    private Resume.Builder ask() {
        return Resume.newBuilder()
                .setSession(stored.getSession())
                .setSecret(stored.getAnswer().getResumeSecret())
                .setAnew(true);
    }

    @Override
    public void fromGuest(Frame frame) {
        frame.release();
        throw new MalformedFrameException("a frame came before the session was resumed");
    }

    @Override
    public void fromServer(Frame frame) {
        Control control;
        try {
            control = Controls.parseOnly(frame);
        } finally {
            frame.release();
        }
        if (!control.hasResumed() || !control.getResumed().getAnew()) {
            throw new MalformedFrameException(
                    control.getBodyCase() + " came before the session was resumed");
        }
        Link server = session.links().server();
        if (server instanceof ResumableLink link) {
            link.restart(null);
        }
        session.links().opened(server, stored.getAnswer(), services);
        restore(control.getResumed());
        if (!session.hasEnded()) {
            server.send(Controls.frame(Control.newBuilder().setGoOn(GoOn.newBuilder()).build()));
        }
    }

    /**
     * Restores the session.
     *
     * @param answer the server's; empty when the server is gone
     */
    private void restore(Resumed answer) {
        OpenedSession opened =
                new OpenedSession(
                        vm(),
                        stored.getAsked(),
                        Objects.requireNonNull(services.catalogs().get(stored.getAsked().getApi())),
                        Objects.requireNonNull(slot),
                        session.place().placed(),
                        AgreedLimits.of(
                                VmLimits.of(
                                        services.config().limits(),
                                        services.grants().state().of(vm())),
                                stored.getAnswer().getLimits()),
                        stored.getTold(),
                        protection());
        resumption.restart();
        session.keepIn(file);
        file.write(
                stored.toBuilder()
                        .clearGuestFrames()
                        .setProtection(opened.protection().name())
                        .build());
        session.resumableBy(resumption);
        new SessionStart(session, services, opened).restore(file, answer, request);
        session.obeyLater(vm());
    }

    /** Returns the level that the session can have without the commands of the earlier process. */
    private Protection protection() {
        Protection before = Protection.valueOf(stored.getProtection());
        if (before != Protection.TRANSPARENT) {
            return before;
        }
        session.events(vm())
                .exposed("the router was restarted and has lost the session's commands");
        return Protection.REBUILD;
    }

    @Override
    public void guestWritable() {}

    @Override
    public void serverWritable() {}

    @Override
    public void serverClosed(LinkStatus status) {
        if (status.cause() == Cause.UNAVAILABLE && mayYetCome()) {
            session.end(status); // the guest tries again
            return;
        }
        session.links().switchTo(new NoServer());
        restore(Resumed.getDefaultInstance());
        session.place()
                .lostServer(
                        new LinkStatus(
                                Cause.UNAVAILABLE,
                                "the API server '"
                                        + session.place().serverName()
                                        + "' lost the session while the router was restarted ("
                                        + status.message()
                                        + ")"));
    }

    /** Whether the server may just not have been reached yet. */
    private boolean mayYetCome() {
        KeptSessions kept = Objects.requireNonNull(services.registry().kept());
        long now = services.nanoClock().nanoTime();
        return now - kept.waitsSince(stored.getSession(), now)
                < services.config().recovery().reconnect().toNanos();
    }

    @Override
    public void close() {}
}
