package dev.hira.server;

import dev.hira.base.tls.PeerRole;
import dev.hira.link.Link;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.GrpcLinkServer;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.net.ListenerInfo;
import dev.hira.link.grpc.net.PeerAdmission;
import dev.hira.link.grpc.net.PeerInfo;
import dev.hira.link.grpc.net.UnsentLimit;
import dev.hira.link.grpc.tls.TlsClient;
import dev.hira.link.grpc.tls.TlsIdentity;
import dev.hira.link.resume.Home;
import dev.hira.link.resume.ResumableLink;
import dev.hira.link.resume.ResumeLimits;
import dev.hira.link.ring.Futex;
import dev.hira.link.ring.RingPollers;
import dev.hira.link.ring.RingSettings;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverHosts;
import dev.hira.server.info.ServerDescription;
import dev.hira.server.info.ServerInfoHandler;
import dev.hira.server.session.SessionHost;
import dev.hira.serving.metrics.ProcessInfo;
import dev.hira.serving.metrics.Telemetry;
import dev.hira.wire.LinkStatus;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A running API server. It listens for routers' sessions and serves health, reflection and {@code
 * ServerInfoService} at the same addresses. Closing it drains first.
 */
public final class ApiServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ApiServer.class);
    private static final LongSupplier CLOCK = System::nanoTime;
    private static final InstantSource TIME_OF_DAY = InstantSource.system();
    private static final long RING_LINGER_NANOS = 2_000_000_000L;

    /** The pause between two looks at the files of certificates. */
    private static final long LOOK_SECONDS = 1;

    private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(5);

    private final ApiServerConfig config;
    private final DriverHost host;
    private final ServerThreads threads;
    private final EventLoops loops;
    private final @Nullable RingPollers pollers;
    private final SessionHost sessions;
    private final ServerInfoHandler info;
    private final HealthStatusManager health = new HealthStatusManager();
    private final UnsentLimit unsent;
    private final @Nullable TlsIdentity tls;
    private final GrpcLinkServer links;
    private final Telemetry telemetry;
    private final AtomicBoolean closing = new AtomicBoolean();

    private ApiServer(ApiServerConfig config, DriverHost host, MeterRegistry registry)
            throws IOException {
        this.config = config;
        this.host = host;
        tls = config.tls().map(TlsIdentity::read).orElse(null);
        unsent = UnsentLimit.ofTotal(config.totals().unsentBytes());
        threads = new ServerThreads(config.name());
        telemetry = new Telemetry(config.metrics(), registry, TIME_OF_DAY);
        loops = EventLoops.create(config.eventLoops(), config.name() + "-io");
        pollers =
                config.rings() && Futex.available()
                        ? new RingPollers(
                                new DefaultThreadFactory(config.name() + "-rings", true), CLOCK)
                        : null;
        sessions =
                new SessionHost(
                        new SessionHost.Settings(
                                config.name(),
                                config.sessions(),
                                config.memory(),
                                config.limits(),
                                new RingSettings(config.limits().frameBytes(), RING_LINGER_NANOS),
                                config.totals()),
                        host,
                        threads.ofCalls(),
                        pollers,
                        telemetry.meters(),
                        CLOCK);
        sessions.moves().connectBy(target -> GrpcChannels.open(target, options()));
        ServerDescription description =
                new ServerDescription(
                        config, UUID.randomUUID().toString(), version(), host, sessions);
        info = new ServerInfoHandler(description::now, threads.timer(), config.reportInterval());
        links = listen();
        watchRevocations();
        measure();
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, ServingStatus.SERVING);
    }

    /** Reads the certificate's files again if they have changed. */
    public void refreshCertificate() {
        if (tls != null) {
            tls.refresh();
        }
    }

    /** Ends sessions of routers whose certificates are revoked, though no process connects. */
    private void watchRevocations() {
        TlsIdentity identity = tls;
        if (identity != null) {
            var _ =
                    threads.timer()
                            .scheduleWithFixedDelay(
                                    identity::refresh,
                                    LOOK_SECONDS,
                                    LOOK_SECONDS,
                                    TimeUnit.SECONDS);
        }
    }

    private void measure() throws IOException {
        boolean measured = false;
        try {
            telemetry.start(
                    new ProcessInfo("api-server", config.name(), version(), this::unready),
                    new ServerCollector(sessions, host, CLOCK, config.metrics().vms()));
            measured = true;
        } finally {
            if (!measured) {
                links.close();
                closeThreads();
            }
        }
    }

    private String unready() {
        return closing.get() ? "the API server is stopping" : "";
    }

    /** The addresses that serve metrics. */
    public List<URI> metricsAddresses() {
        return telemetry.addresses();
    }

    /** Starts a server with the configured devices and without exported meters. */
    public static ApiServer start(ApiServerConfig config) {
        return start(config, new SimpleMeterRegistry());
    }

    /**
     * Starts a server with the configured devices.
     *
     * @throws IllegalArgumentException when a configured device is not available
     * @throws UncheckedIOException when the server cannot listen at an address
     */
    public static ApiServer start(ApiServerConfig config, MeterRegistry registry) {
        return start(
                config,
                registry,
                DriverHosts.open(config.driver(), config.devices(), config.driverLimits()));
    }

    /** Starts a server with these devices, which it closes. */
    public static ApiServer start(ApiServerConfig config, MeterRegistry registry, DriverHost host) {
        try {
            ApiServer server = new ApiServer(config, host, registry);
            server.logStart();
            return server;
        } catch (IOException e) {
            host.close();
            throw new UncheckedIOException("the API server cannot start: " + e.getMessage(), e);
        }
    }

    private GrpcLinkServer listen() throws IOException {
        GrpcLinkServer.Builder builder =
                GrpcLinkServer.builder()
                        .onLink((link, peer) ->
                                sessions.accept(resumable(link, peer), peer.remote()))
                        .eventLoops(loops)
                        .tls(tls)
                        .admit(routersOnly())
                        .service(health.getHealthService())
                        .service(ProtoReflectionServiceV1.newInstance())
                        .service(info)
                        .service(sessions.moves().service())
                        .limits(limits())
                        .socketMode(config.socketGroup() ? 0660 : 0600)
                        .peers(config.peers())
                        .keepAlive(keepAlive());
        config.listen().forEach(builder::listen);
        boolean listening = false;
        try {
            GrpcLinkServer server = builder.start();
            listening = true;
            return server;
        } finally {
            if (!listening) {
                closeThreads();
            }
        }
    }

    private PeerAdmission routersOnly() {
        String place = "an API server";
        return PeerAdmission.certified(place, PeerRole.ROUTER, PeerRole.SERVER)
                .and(
                        PeerAdmission.users(
                                place,
                                config.routers(),
                                config.unproven(),
                                "only routers may: name the router's user in hira.server.routers,"
                                        + " use hira+tls, or connect to a router"));
    }

    private Link resumable(Link link, PeerInfo peer) {
        return new ResumableLink(link, Home.of(peer.eventLoop()), ResumeLimits.of(unsent), null);
    }

    /** Returns the options of connections to other servers. */
    private LinkOptions options() {
        return LinkOptions.on(loops.next())
                .withKeepAlive(keepAlive())
                .withTls(tls == null ? null : new TlsClient(tls, PeerRole.SERVER));
    }

    private KeepAlive keepAlive() {
        return new KeepAlive(config.timeouts().heartbeat(), config.timeouts().silence());
    }

    private GrpcLimits limits() {
        return GrpcLimits.DEFAULT
                .withUnsent(unsent)
                .withFrameBytes(config.limits().frameBytes())
                .withConnections(Math.max(64, 2 * config.sessions()))
                .withHandshake(config.timeouts().open());
    }

    private void logStart() {
        LOG.atInfo()
                .addKeyValue("server", config.name())
                .addKeyValue("addresses", addresses())
                .addKeyValue("devices", config.devices())
                .addKeyValue("metrics", metricsAddresses())
                .addKeyValue("rings", pollers != null)
                .log("API server started");
    }

    private static String version() {
        String version = ApiServer.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** The bound addresses. */
    public List<URI> addresses() {
        return links.listeners().stream().map(ListenerInfo::uri).toList();
    }

    /**
     * Serves a session over another kind of link, for example within this process.
     *
     * @param link not started yet
     * @param peer the other end, for logs
     */
    public void accept(Link link, String peer) {
        sessions.accept(link, peer);
    }

    /** The number of open sessions. */
    public int sessions() {
        return sessions.sessions();
    }

    /**
     * Stops in order: reports that it is not serving, accepts no new sessions, waits the configured
     * time for open sessions to end, closes the others, releases everything.
     */
    @Override
    public void close() {
        if (!closing.compareAndSet(false, true)) {
            return;
        }
        health.enterTerminalState();
        sessions.drain();
        info.changed();
        links.stopAccepting();
        boolean drained = await(config.timeouts().drain());
        if (!drained) {
            LOG.atWarn()
                    .addKeyValue("sessions", sessions.sessions())
                    .log("Closing sessions that are still open");
        }
        sessions.closeAll(
                new LinkStatus(
                        LinkStatus.Cause.UNAVAILABLE, config.name() + " has been shut down"));
        boolean released = await(CLOSE_PATIENCE);
        telemetry.close();
        info.close();
        links.close();
        closeThreads();
        host.close();
        LOG.atInfo()
                .addKeyValue("server", config.name())
                .addKeyValue("drained", drained)
                .addKeyValue("released", released)
                .log("API server stopped");
    }

    private boolean await(Duration time) {
        try {
            return sessions.awaitEmpty(time.toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private void closeThreads() {
        if (pollers != null) {
            pollers.close();
        }
        loops.close();
        threads.close();
    }
}
