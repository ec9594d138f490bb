package dev.hira.router.testing;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.link.shm.Challenge;
import dev.hira.link.shm.SharedRegion;
import dev.hira.policy.model.Grants;
import dev.hira.router.books.VmLedger;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.handshake.Identity;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.ServerReport;
import dev.hira.router.placement.Strategies;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionKeeper;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.memory.SharedMemory;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.v1.AtRest;
import dev.hira.wire.v1.Control;
import dev.hira.wire.v1.Limits;
import dev.hira.wire.v1.OfferMemory;
import dev.hira.wire.v1.Open;
import dev.hira.wire.v1.Opened;
import dev.hira.wire.v1.Placements;
import dev.hira.wire.v1.RoundCopied;
import dev.hira.wire.v1.StateMoved;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** A router's sessions without processes, threads and sockets. */
public final class Rig implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(1);
    private static final AtomicLong SEEDS = new AtomicLong(4711);
    private static final String BASE =
            "hira.router { servers = [{name = s1, uri = \"hira+unix:///nowhere/1\"}], memory.enabled = false }";

    public final Pump pump = new Pump();
    public final TestPolicy policy = new TestPolicy();
    public final Grants grants = new Grants();
    public final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    public final List<Runnable> timers = new ArrayList<>();

    /** The delays of all timers that were ever set. */
    public final List<Duration> delays = new ArrayList<>();

    private final Set<Runnable> deadlines = new HashSet<>();
    public final ToyCatalog catalog = new ToyCatalog();

    /** The time of the sessions' clock. */
    public final AtomicLong nanos = new AtomicLong();

    public final EventHub events = new EventHub(InstantSource.fixed(Instant.EPOCH));
    public final ServerPool pool;
    public final SessionRegistry registry;
    public final SharedMemory memory;
    public final RouterServices services;

    /** Keeps the states of sessions. */
    public SessionKeeper keeper = SessionKeeper.NONE;

    /** The servers' ends, one for each connection of the router. */
    public final List<Peer> servers = new ArrayList<>();

    public Rig() {
        this("");
    }

    public Rig(String settings) {
        this(settings, true);
    }

    /**
     * @param reported whether the servers have reported
     */
    public Rig(String settings, boolean reported) {
        Config config =
                ConfigFactory.parseString(settings).withFallback(ConfigFactory.parseString(BASE));
        RouterConfig router = RouterConfig.from(config);
        RouterMeters routerMeters = new RouterMeters(meters);
        SplittableRandom random = new SplittableRandom(SEEDS.incrementAndGet());
        pool = new ServerPool(router.servers(), Strategies.of(router.placement()));
        registry = new SessionRegistry(router.limits(), () -> 0);
        memory = new SharedMemory(router.memory(), random, routerMeters, System::nanoTime);
        services =
                new RouterServices(
                        router,
                        Map.of(ToyCatalog.API, catalog),
                        new Identity(router.auth(), InstantSource.fixed(Instant.EPOCH)),
                        registry,
                        pool,
                        memory,
                        policy,
                        grants,
                        routerMeters,
                        events,
                        this::later,
                        InstantSource.fixed(Instant.EPOCH),
                        nanos::get,
                        random,
                        save -> keeper.keep(save));
        if (reported) {
            router.servers().forEach(s -> serving(s.name(), 2));
        }
    }

    /** Whether servers report that they may map shared memory. */
    public boolean sharing = true;

    /** Reports a server with a number of devices. */
    public void serving(String server, int devices) {
        List<DeviceView> views = new ArrayList<>();
        for (int i = 0; i < devices; i++) {
            views.add(DeviceView.idle(i, ToyCatalog.API, "toy", 1 << 30));
        }
        serving(server, views);
    }

    /** Reports a server with these devices. */
    public void serving(String server, List<DeviceView> views) {
        pool.learned(server, new ServerReport(views, 0, false, sharing));
    }

    private java.util.function.BiConsumer<Peer, Control> script = Rig::welcome;

    private PumpedLink dialed() {
        PumpedLink[] ends = pump.pair("server");
        servers.add(new Peer(ends[1]).onControl(script));
        return ends[0];
    }

    /** Adds a server that takes every session. */
    public static void welcome(Peer server, Control control) {
        if (control.hasOpen()) {
            server.send(
                    Control.newBuilder()
                            .setOpened(
                                    Opened.newBuilder()
                                            .setSession(control.getOpen().getSession())
                                            .setUsesMemory(control.getOpen().getWantsMemory())));
        }
    }

    private dev.hira.router.session.Timer.Cancellable later(Duration delay, Runnable task) {
        timers.add(task);
        delays.add(delay);
        if (delay.compareTo(LONG) >= 0) {
            deadlines.add(task);
        }
        return () -> {
            timers.remove(task);
            deadlines.remove(task);
        };
    }

    /** Fires the timers that are set now for less than a second. */
    public void fireTimersExceptDeadlines() {
        List<Runnable> due = timers.stream().filter(task -> !deadlines.contains(task)).toList();
        timers.removeAll(due);
        due.forEach(Runnable::run);
        pump.run();
    }

    /** Fires all timers that are set now. */
    public void fireTimers() {
        List<Runnable> due = List.copyOf(timers);
        timers.clear();
        due.forEach(Runnable::run);
        pump.run();
    }

    /** Fires the timers that wait for a server; the deadline for opening stays. */
    public void fireTimersExceptDeadline() {
        List<Runnable> due = List.copyOf(timers.subList(Math.min(1, timers.size()), timers.size()));
        timers.removeAll(due);
        due.forEach(Runnable::run);
        pump.run();
    }

    /** Makes servers take every session, and let it move. */
    public void moveAtServer() {
        script = Rig::move;
    }

    /** Plays a server that takes every session, and lets it move. */
    public static void move(Peer server, Control control) {
        welcome(server, control);
        switch (control.getBodyCase()) {
            case TELL_PLACEMENTS ->
                    server.send(Control.newBuilder().setPlacements(Placements.newBuilder()));
            case COPY_ROUND ->
                    server.send(Control.newBuilder().setRoundCopied(RoundCopied.newBuilder()));
            case COME_TO_REST -> server.send(Control.newBuilder().setAtRest(AtRest.newBuilder()));
            case TAKE_STATE, SEND_STATE ->
                    server.send(Control.newBuilder().setStateMoved(StateMoved.newBuilder()));
            default -> {}
        }
    }

    /** Makes servers answer control messages so. */
    public void atServer(java.util.function.BiConsumer<Peer, Control> answers) {
        script = answers;
    }

    /** Makes servers connect, but never reply. */
    public void ignoreAtServer() {
        script = (server, control) -> {};
    }

    /** Makes servers close sessions instead of opening them. */
    public void refuseAtServer(LinkStatus reason) {
        script = (server, control) -> server.link().close(reason);
    }

    /** Makes servers grant these limits. */
    public void limitAtServer(Limits limits) {
        script =
                (server, control) ->
                        server.send(
                                Control.newBuilder()
                                        .setOpened(Opened.newBuilder().setLimits(limits)));
    }

    /** Makes servers take sessions, but not their shared memory. */
    public void refuseMemoryAtServer() {
        script =
                (server, control) ->
                        server.send(Control.newBuilder().setOpened(Opened.getDefaultInstance()));
    }

    /** Returns a guest with shared memory, which it has proven to see. */
    public Peer openSharing() throws IOException {
        Peer guest = open(o -> o.setWantsMemory(true));
        OfferMemory offer = guest.controls().get(1).getOfferMemory();
        try (SharedRegion region = SharedRegion.map(Path.of(offer.getPath()), offer.getSize())) {
            guest.send(
                    Control.newBuilder()
                            .setProveMemory(
                                    Challenge.prove(
                                            region, offer, false, new SplittableRandom(5))));
        }
        pump.run();
        return guest;
    }

    /** Makes servers mirror the shared memory of sessions, which they cannot map. */
    public void mirrorMemoryAtServer() {
        script =
                (server, control) -> {
                    if (control.hasOpen()) {
                        server.send(
                                Control.newBuilder()
                                        .setOpened(Opened.newBuilder().setMirrorsMemory(true)));
                    }
                };
    }

    /** Returns a guest that has connected and sent nothing. */
    public Peer connect(Optional<String> listenerVm) {
        PumpedLink[] ends = pump.pair("guest");
        Peer guest = new Peer(ends[1]);
        RouterSession.accept(
                services,
                new Arrival(
                        ends[0],
                        listenerVm,
                        new PeerIdentity.LocalUser(LocalPeers.own()),
                        "",
                        "test:listener",
                        "test",
                        server -> dialed()));
        return guest;
    }

    /** Returns a guest that has connected over a link that it may resume, and sent nothing. */
    public Peer connectResumable(Optional<String> listenerVm) {
        PumpedLink[] ends = pump.pair("guest");
        Peer guest = new Peer(ends[1]);
        RouterSession.accept(
                services,
                new Arrival(
                        new ResumableLink(ends[0], pump.home(), ResumeLimits.DEFAULT, null),
                        listenerVm,
                        new PeerIdentity.LocalUser(LocalPeers.own()),
                        "",
                        "test:listener",
                        "test",
                        server -> dialed()));
        return guest;
    }

    /** Returns a guest that has requested a session. */
    public Peer open(UnaryOperator<Open.Builder> change) {
        Peer guest = connect(Optional.empty());
        Open.Builder open =
                Open.newBuilder()
                        .setProtocol(1)
                        .setApi(ToyCatalog.API)
                        .setApiDigest(ToyCatalog.DIGEST);
        guest.send(Control.newBuilder().setOpen(change.apply(open)));
        pump.run();
        return guest;
    }

    /** Returns a guest with an open session. */
    public Peer open() {
        return open(o -> o);
    }

    /** Returns the server's end of the latest connection. */
    public Peer server() {
        return servers.getLast();
    }

    public VmLedger books(String vm) {
        return Objects.requireNonNull(registry.ledger(vm));
    }

    /** Returns the value of a counter. */
    public double count(String name, String tag, String value) {
        var counter = meters.find(name).tag(tag, value).counter();
        return counter == null ? 0 : counter.count();
    }

    /** Ends all sessions and drops what is under way, so that every buffer is released. */
    @Override
    public void close() {
        registry.all().forEach(session -> session.end(LinkStatus.NORMAL));
        pump.close();
        memory.close();
    }
}
