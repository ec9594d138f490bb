package dev.hira.router;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.Link;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.KeptConnections;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerInfo;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.link.grpc.net.UnsentLimit;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.link.resume.Home;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.policy.NanoClock;
import dev.hira.router.config.ListenerConfig;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.config.ServerAddress;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.operator.admin.RouterAdmin;
import dev.hira.router.operator.events.ServerEvents;
import dev.hira.router.placement.ServerView;
import dev.hira.router.placement.ServerWatch;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.Context;
import io.grpc.ManagedChannel;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The router's network: the addresses on which it listens, and the servers that it watches. */
final class RouterEndpoints implements AutoCloseable {
    /** Largest request of an administrator, in bytes; rules are the longest. */
    private static final int ADMIN_MESSAGE = 4 << 20;

    private final RouterServices services;
    private final RouterConfig config;
    private final UnsentLimit unsent;
    private final EventLoops loops;
    private final KeptConnections kept;
    private final @Nullable TlsIdentity tls;
    private final HealthStatusManager health = new HealthStatusManager();
    private final List<ServerWatch> watches = new ArrayList<>();
    private volatile @Nullable GrpcLinkServer guests;
    private volatile @Nullable GrpcLinkServer admins;

    RouterEndpoints(RouterServices services) {
        this.services = services;
        this.config = services.config();
        this.tls = config.tls().map(TlsIdentity::read).orElse(null);
        this.unsent = UnsentLimit.ofTotal(config.peers().unsentBytes());
        int threads = config.eventLoops();
        this.loops =
                EventLoops.create(
                        threads == 0 ? Runtime.getRuntime().availableProcessors() : threads,
                        "hira-router");
        this.kept = new KeptConnections(config.keptConnections(), config.timeouts().keep());
    }

    void start(RouterAdmin admin) throws IOException {
        watchServers();
        if (!config.listeners().isEmpty()) {
            guests = listenForGuests();
        }
        if (!config.adminListeners().isEmpty()) {
            admins = listenForAdmins(admin);
        }
        new RevocationWatch(services, tls).start();
        awaitServers();
    }

    /**
     * Waits for the servers' first reports, so that a guest started right after the router does not
     * find it without servers.
     */
    private void awaitServers() {
        NanoClock clock = services.nanoClock();
        long deadline = clock.nanoTime() + config.timeouts().connect().toNanos();
        try {
            for (ServerWatch watch : watches) {
                watch.awaitFirst((deadline - clock.nanoTime()) / 1_000_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<URI> addresses() {
        return uris(guests);
    }

    List<URI> adminAddresses() {
        return uris(admins);
    }

    private static List<URI> uris(@Nullable GrpcLinkServer server) {
        return server == null
                ? List.of()
                : server.listeners().stream().map(ListenerInfo::uri).toList();
    }

    /** Reads the certificate's files again if they have changed. */
    void refreshCertificate() {
        if (tls != null) {
            tls.refresh();
        }
    }

    /** Sets the health status to not serving and accepts no further sessions. */
    void stopServing() {
        health.enterTerminalState();
        GrpcLinkServer server = guests;
        if (server != null) {
            server.stopAccepting();
        }
    }

    @Override
    public void close() {
        watches.forEach(ServerWatch::close);
        close(guests);
        close(admins);
        kept.close();
        loops.close();
    }

    private void close(@Nullable GrpcLinkServer server) {
        if (server != null) {
            server.close(stopping());
        }
    }

    /** Returns the reason given to guests that are still connected when the router ends. */
    LinkStatus stopping() {
        return new LinkStatus(
                Cause.UNAVAILABLE,
                "the router '" + config.name() + "' is stopping; reopen the session");
    }

    private void watchServers() {
        for (ServerAddress server : config.servers()) {
            ServerWatch watch =
                    new ServerWatch(
                            server.name(),
                            services.pool(),
                            services.catalogs().values(),
                            GrpcChannels.open(server.uri(), options(loops.next())),
                            config.timeouts().retry(),
                            (pause, task) -> services.timer().after(pause, task),
                            new ServerEvents(services.events()));
            watches.add(watch);
            watch.start();
        }
    }

    private GrpcLinkServer listenForGuests() throws IOException {
        GrpcLinkServer.Builder builder =
                builder(config.peers().links().forOnlyLinks())
                        .admit(
                                PeerAdmission.certified(
                                        "the router's address for guests", PeerRole.VM))
                        .onLink(this::arrive);
        for (ListenerConfig listener : config.listeners()) {
            builder.listen(listener.uri(), listener.vm().orElse(null));
        }
        return builder.start();
    }

    private GrpcLinkServer listenForAdmins(RouterAdmin admin) throws IOException {
        PeerLimits peers = config.peers().links().withFirstMessageBytes(ADMIN_MESSAGE);
        GrpcLinkServer.Builder builder =
                builder(peers)
                        .admit(admin.admission())
                        .service(admin.service())
                        .service(ProtoReflectionServiceV1.newInstance())
                        .onLink(RouterEndpoints::refuse);
        config.adminListeners().forEach(builder::listen);
        return builder.start();
    }

    private GrpcLinkServer.Builder builder(PeerLimits peers) {
        return GrpcLinkServer.builder()
                .eventLoops(loops)
                .tls(tls)
                .limits(limits().withConnections(config.limits().sessions()))
                .peers(peers)
                .keepAlive(keepAlive())
                .service(health.getHealthService());
    }

    private void arrive(Link link, PeerInfo peer) {
        LinkOptions toServer = options(peer.eventLoop());
        RouterSession.accept(
                services,
                new Arrival(
                        config.timeouts().resume().isZero() ? link : resumable(link, peer),
                        Optional.ofNullable(peer.label()),
                        peer.identity(),
                        peer.token(),
                        peer.listener().toString(),
                        peer.remote(),
                        server -> dial(server, toServer)));
    }

    private Link resumable(Link link, PeerInfo peer) {
        Home home = Home.of(peer.eventLoop());
        return new ResumableLink(link, home, ResumeLimits.of(unsent), null);
    }

    /**
     * Connects outside of the guest's call: gRPC would cancel a call begun inside of it when the
     * guest's call ends, and the server could not be told why.
     */
    private Link dial(ServerView server, LinkOptions options) {
        Link first = apart(() -> kept.connect(server.uri(), options));
        return config.recovery().reconnect().isZero()
                ? first
                : new ResumableLink(
                        first,
                        Home.of(options.eventLoop()),
                        ResumeLimits.of(unsent),
                        new ResumableLink.Redial(
                                () -> apart(() -> GrpcLinkClient.connect(server.uri(), options)),
                                services.random()::nextDouble));
    }

    private static Link apart(Supplier<Link> connecting) {
        Context guest = Context.ROOT.attach();
        try {
            return connecting.get();
        } finally {
            Context.ROOT.detach(guest);
        }
    }

    /** Returns a channel to a server; the caller shuts it down. */
    ManagedChannel channel(URI server) {
        return GrpcChannels.open(server, options(loops.next()));
    }

    private static void refuse(Link link, PeerInfo peer) {
        link.close(
                new LinkStatus(
                        Cause.REFUSED,
                        "this is the router's address for administrators; open sessions at an"
                                + " address for guests"));
    }

    private LinkOptions options(EventLoop loop) {
        return LinkOptions.on(loop)
                .withLimits(limits().withHandshake(config.timeouts().connect()))
                .withKeepAlive(keepAlive())
                .withTls(tls == null ? null : new TlsClient(tls, PeerRole.SERVER));
    }

    private GrpcLimits limits() {
        return GrpcLimits.DEFAULT
                .withUnsent(unsent)
                .withFrameBytes(config.limits().frameBytes())
                .withHandshake(config.timeouts().open());
    }

    private KeepAlive keepAlive() {
        return new KeepAlive(config.timeouts().heartbeat(), config.timeouts().silence());
    }
}
