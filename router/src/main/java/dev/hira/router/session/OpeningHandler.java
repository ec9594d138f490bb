package dev.hira.router.session;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Protection;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.handshake.AgreedLimits;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.handshake.Identity.Established;
import dev.hira.router.handshake.Identity.Forged;
import dev.hira.router.handshake.OpenChecks;
import dev.hira.router.judge.Controls;
import dev.hira.router.judge.KernelTimeLimit;
import dev.hira.router.judge.VmLimits;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.PlacementRequest;
import dev.hira.router.session.SessionRegistry.Barred;
import dev.hira.router.session.SessionRegistry.Full;
import dev.hira.router.session.SessionRegistry.Registration;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.kept.SessionFile;
import dev.hira.router.session.memory.RingPair.RingLinks;
import dev.hira.wire.Frame;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.MalformedFrameException;
import dev.hira.wire.v1.AcceptMemory;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.ProveMemory;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session from its guest's connection until it is open. It establishes the VM, takes a place in
 * the registry, chooses a server, negotiates shared memory, and asks the server to open the
 * session.
 *
 * <pre>
 *   guest            router                     server
 *     │── Open ────────▶│ identity, number, place   │
 *     │◀─ Opened, OfferMemory │  (only if both ends may share memory)
 *     │                 │── connects ──────────────▶│  while the guest looks at the offer
 *     │── ProveMemory ─▶│                           │
 *     │                 │── Open ──────────────────▶│
 *     │                 │◀───────────────── Opened ─│
 *     │◀─ AcceptMemory, or Opened
 * </pre>
 */
final class OpeningHandler implements FrameHandler {
    private static final Duration PLACE_AGAIN = Duration.ofMillis(20);

    /** How long a session waits for the end of other sessions when it may not be registered. */
    private static final Duration REGISTRATION_WAIT = Duration.ofMillis(100);

    private final RouterSession session;
    private final RouterServices services;
    private final Arrival arrival;
    private Step step = Step.OPEN;
    private String vm = "?";
    private Open asked = Open.getDefaultInstance();
    private @Nullable Catalog catalog;
    private @Nullable Registration registration;
    private @Nullable Placed placed;
    private final MemoryNegotiation memory;
    private @Nullable Resumption resumption;
    private Duration waitedToRegister = Duration.ZERO;
    private Duration waited = Duration.ZERO;

    /** How the server ended while the guest looked at the offer of shared memory. */
    private @Nullable LinkStatus unavailable;

    private Open told = Open.getDefaultInstance();
    private Protection protection = Protection.NONE;

    /** Whether the router's next process can go on with the session. */
    private boolean outlivesRouter;

    OpeningHandler(RouterSession session, RouterServices services, Arrival arrival) {
        this.session = session;
        this.services = services;
        this.arrival = arrival;
        this.memory = new MemoryNegotiation(session, services);
    }

    /** Starts the time limit for opening. */
    void begin() {
        Timer.Cancellable timeout =
                services.timer()
                        .after(
                                services.config().timeouts().open(),
                                () -> session.execute(this::tooLate));
        session.opensBefore(timeout);
    }

    @Override
    public String vm() {
        return vm;
    }

    @Override
    public void fromGuest(Frame frame) {
        Control control = only(frame);
        if (step == Step.OPEN && control.hasOpen()) {
            asked = OpenChecks.plain(control.getOpen());
            admit();
        } else if (step == Step.OPEN && control.hasResume()) {
            Resumption.resume(session, services, arrival, control.getResume());
        } else if (step == Step.PROOF && control.hasProveMemory()) {
            proven(control.getProveMemory());
        } else if (control.hasClose()) {
            session.end(LinkStatus.NORMAL);
        } else {
            throw new MalformedFrameException(
                    control.getBodyCase() + " came before the session was open");
        }
    }

    @Override
    public void fromServer(Frame frame) {
        Control control = only(frame);
        if (step != Step.SERVER || !control.hasOpened()) {
            throw new MalformedFrameException(
                    control.getBodyCase() + " came before the session was open");
        }
        finish(control.getOpened());
    }

    @Override
    public void guestWritable() {}

    @Override
    public void serverWritable() {}

    @Override
    public void serverClosed(LinkStatus status) {
        Cause cause = status.cause() == Cause.NORMAL ? Cause.UNAVAILABLE : status.cause();
        LinkStatus refusal =
                new LinkStatus(
                        cause,
                        "the API server '"
                                + placed().server().name()
                                + "' did not take the session: "
                                + status.message());
        if (cause != Cause.UNAVAILABLE) {
            session.end(refusal);
        } else if (step == Step.PROOF) {
            unavailable = refusal; // until the guest has replied to the offer
        } else {
            placeAgain(refusal);
        }
    }

    /**
     * Looks for another server after one that is not there any more. The guest has then no shared
     * memory, which was made for the former server.
     */
    private void placeAgain(LinkStatus refusal) {
        session.place().leave(vm);
        memory.giveUp("server");
        step = Step.PLACE;
        if (!placeLater()) {
            session.end(refusal);
        }
    }

    @Override
    public void close() {}

    private void admit() {
        LinkStatus problem = OpenChecks.problem(asked, services.catalogs());
        if (problem != null) {
            session.end(problem);
            return;
        }
        switch (services.identity()
                .establish(arrival.vm(), arrival.identity(), asked.getVm(), token())) {
            case Forged forged ->
                    session.end(new LinkStatus(Cause.UNAUTHENTICATED, forged.problem()));
            case Established established -> {
                session.provenBy(established.token());
                sit(established.vm());
            }
        }
    }

    private String token() {
        return asked.getToken().isEmpty() ? arrival.token() : asked.getToken();
    }

    private void sit(String establishedVm) {
        vm = establishedVm;
        catalog = Objects.requireNonNull(services.catalogs().get(asked.getApi()));
        switch (services.registry().enter(vm, granted().sessions())) {
            case Barred barred -> session.end(new LinkStatus(Cause.REFUSED, barred.problem()));
            case Full full -> enterLater(full);
            case Registration taken -> {
                registration = taken;
                protection = granted().protection();
                resumption = Resumption.offer(session, services, arrival, asked);
                session.atEnd(() -> services.registry().leave(taken));
                step = Step.PLACE;
                place();
            }
        }
    }

    /** Tries again while a session that its guest has closed may still be ending here. */
    private void enterLater(Full full) {
        if (full.isFinal()
                || waitedToRegister.compareTo(REGISTRATION_WAIT) >= 0
                || !services.registry().mayWait(vm)) {
            session.end(new LinkStatus(Cause.EXHAUSTED, full.problem()));
            return;
        }
        step = Step.REGISTER;
        waitedToRegister = waitedToRegister.plus(PLACE_AGAIN);
        services.timer()
                .after(
                        PLACE_AGAIN,
                        () -> {
                            services.registry().hasWaited(vm);
                            session.execute(() -> sit(vm));
                        });
    }

    private void place() {
        PlacementRequest request =
                new PlacementRequest(
                        vm, asked.getApi(), asked.getDevices(), VmLimits.memory(granted(), api()));
        switch (services.pool().place(request)) {
            case Placed found -> {
                placed = found;
                session.place().placed(found);
                session.atEnd(() -> session.place().leave(vm));
                offerMemory();
            }
            case NoPlace none -> noPlace(none);
        }
    }

    private void noPlace(NoPlace none) {
        if (!none.temporary() || !placeLater()) {
            Cause cause = none.temporary() ? Cause.UNAVAILABLE : Cause.REFUSED;
            session.end(new LinkStatus(cause, none.reason()));
        }
    }

    /** Returns false when the time in which a session may look for a server is over. */
    private boolean placeLater() {
        if (waited.compareTo(services.config().timeouts().place()) >= 0) {
            return false;
        }
        waited = waited.plus(PLACE_AGAIN);
        services.timer().after(PLACE_AGAIN, () -> session.execute(this::place));
        return true;
    }

    private void offerMemory() {
        OfferMemory offer =
                protection == Protection.TRANSPARENT || mayKeep() || memory.wasOffered()
                        ? null // frames that may have to be sent again must not change
                        : memory.offer(asked, placed().server(), granted().pinnedBytes());
        if (offer == null) {
            step = Step.SERVER;
            dial();
            askServer();
            return;
        }
        Opened opened = opened(ownLimits()).setOffersMemory(true).build();
        send(Control.newBuilder().setOpened(opened));
        send(Control.newBuilder().setOfferMemory(offer));
        step = Step.PROOF;
        dial();
    }

    private void proven(ProveMemory proof) {
        if (unavailable != null) {
            placeAgain(unavailable);
        } else {
            memory.prove(proof);
            step = Step.SERVER;
            askServer();
        }
    }

    private void dial() {
        session.links().attach(session.links().dial(placed().server()));
    }

    private void askServer() {
        if (!session.hasEnded() && step == Step.SERVER) { // else the link has closed already
            told = forServer();
            session.links()
                    .server()
                    .send(Controls.frame(Control.newBuilder().setOpen(told).build()));
        }
    }

    private Open forServer() {
        Open.Builder open =
                Open.newBuilder()
                        .setProtocol(OpenChecks.PROTOCOL)
                        .setApi(asked.getApi())
                        .setApiDigest(asked.getApiDigest())
                        .setVm(vm)
                        .setProcess(asked.getProcess())
                        .setDevices(placed().ordinals().size())
                        .addAllDeviceOrdinals(placed().ordinals())
                        .setSession(session.id());
        open.setKernelLimitNanos(KernelTimeLimit.onWire(granted().kernelNanos()));
        open.setDeviceMemory(VmLimits.quota(granted(), api()));
        open.setReportsChoices(protection != Protection.NONE);
        open.setPrintsByLaunch(protection == Protection.TRANSPARENT);
        memory.tellServer(open);
        ServerResumption.ask(open, services, mayKeep());
        return open.build();
    }

    /**
     * Completes the opening. Moving the session to rings comes last, because it then belongs to
     * another thread.
     */
    private void finish(Opened byServer) {
        session.links().opened(session.links().server(), byServer, services);
        LimitsConfig limits = AgreedLimits.of(ownLimits(), byServer.getLimits());
        RingLinks rings = memory.conclude(byServer);
        OpenedSession opened =
                new OpenedSession(
                        vm, asked, api(), registration(), placed(), limits, told, protection);
        SessionFile file = keep(opened);
        outlivesRouter = file != null;
        session.resumableBy(resumption);
        new SessionStart(session, services, opened).start(memory.shared(), rings, file);
        if (memory.wasOffered()) {
            send(
                    Control.newBuilder()
                            .setAcceptMemory(
                                    AcceptMemory.newBuilder()
                                            .setMemory(memory.arenaBytes() != 0)
                                            .setRings(rings != null)));
        } else {
            send(Control.newBuilder().setOpened(opened(limits)));
        }
        if (rings != null) {
            session.links().switchToRings(rings);
        }
        session.obeyLater(vm);
    }

    /** Whether the router's next process may go on with the session. */
    private boolean mayKeep() {
        return services.registry().kept() != null && resumption != null;
    }

    /** Begins to keep the session in a file; null: it ends with this process of the router. */
    private @Nullable SessionFile keep(OpenedSession opened) {
        KeptSessions kept = services.registry().kept();
        Opened answer = session.links().answer();
        if (kept == null || resumption == null || answer.getResumeSecret().isEmpty()) {
            return null;
        }
        SessionFile file = kept.create(opened.stored(session.id(), resumption.digest(), answer));
        if (file != null) {
            session.keepIn(file);
        }
        return file;
    }

    /** Returns the VM's current grant. */
    private Grant granted() {
        return services.grants().state().of(vm);
    }

    private LimitsConfig ownLimits() {
        return VmLimits.of(services.config().limits(), granted());
    }

    private Catalog api() {
        return Objects.requireNonNull(catalog);
    }

    private Registration registration() {
        return Objects.requireNonNull(registration);
    }

    private Opened.Builder opened(LimitsConfig limits) {
        Opened.Builder opened = Opened.newBuilder();
        if (resumption != null) {
            resumption.tell(opened, outlivesRouter);
        }
        return opened.setSession(session.id())
                .setVm(vm)
                .setLimits(AgreedLimits.toMessage(limits))
                .setDevices(placed().ordinals().size())
                .setServer(placed().server().name());
    }

    private Placed placed() {
        return Objects.requireNonNull(placed);
    }

    private void send(Control.Builder control) {
        session.links().guest().send(Controls.frame(control.build()));
    }

    private void tooLate() {
        if (session.facts() == null) {
            session.end(
                    new LinkStatus(
                            step.late,
                            "the session was not open after "
                                    + services.config().timeouts().open().toMillis()
                                    + " ms (the router's timeouts.open): "
                                    + step.waitsFor));
        }
    }

    private static Control only(Frame frame) {
        try {
            return Controls.parseOnly(frame);
        } finally {
            frame.release();
        }
    }

    /** The steps of opening, each with the cause and the text for a timeout. */
    private enum Step {
        OPEN(Cause.UNAVAILABLE, "the guest did not request a session"),
        REGISTER(Cause.EXHAUSTED, "its VM, or the router, has all the sessions it may have"),
        PLACE(Cause.UNAVAILABLE, "no API server could take it"),
        PROOF(Cause.UNAVAILABLE, "the guest did not reply to the offer of shared memory"),
        SERVER(
                Cause.OVERLOADED,
                "the API server did not reply; it is overloaded, or that time is too short");

        private final Cause late;
        private final String waitsFor;

        Step(Cause late, String waitsFor) {
            this.late = late;
            this.waitsFor = waitsFor;
        }
    }
}
