package dev.hira.router;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.policy.NanoClock;
import dev.hira.policy.tenant.Environment;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.handshake.Identity;
import dev.hira.router.meter.RouterMeters;
import dev.hira.router.metrics.VmCollector;
import dev.hira.router.operator.admin.RouterAdmin;
import dev.hira.router.operator.changes.ConfiguredPolicy;
import dev.hira.router.operator.changes.RouterState;
import dev.hira.router.operator.checkpoint.SessionStates;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.PolicySource.Governance;
import dev.hira.router.operator.control.RuleFile;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.Strategies;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionKeeper;
import dev.hira.router.session.SessionRegistry;
import dev.hira.router.session.kept.KeptSessions;
import dev.hira.router.session.memory.SharedMemory;
import dev.hira.serving.metrics.ProcessInfo;
import dev.hira.serving.metrics.Telemetry;
import dev.hira.wire.LinkStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running router. */
public final class Router implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Router.class);

    /** The sections of settings that {@link #reload} takes over. */
    private static final List<String> RELOADED =
            List.of(
                    "auth.",
                    "admin.users.",
                    "policy.default.",
                    "policy.classes.",
                    "policy.vms.",
                    "policy.rules",
                    "policy.scheduler.devices.");

    private static final NanoClock NANOS = NanoClock.SYSTEM;
    private static final InstantSource TIME_OF_DAY = InstantSource.system();

    private final RouterConfig config;
    private final Deadlines deadlines;
    private final RouterServices services;
    private final RouterEndpoints endpoints;
    private final RouterAdmin admin;
    private final Telemetry telemetry;
    private final RouterState state;
    private final SessionStates states;

    @GuardedBy("this")
    private ConfiguredPolicy configured;

    private boolean closed;

    private Router(
            RouterConfig config,
            Deadlines deadlines,
            RouterServices services,
            RouterEndpoints endpoints,
            RouterAdmin admin,
            Telemetry telemetry,
            RouterState state,
            SessionStates states,
            ConfiguredPolicy configured) {
        this.states = states;
        this.configured = configured;
        this.config = config;
        this.deadlines = deadlines;
        this.services = services;
        this.endpoints = endpoints;
        this.admin = admin;
        this.telemetry = telemetry;
        this.state = state;
    }

    /** Starts a router with {@link RouterOptions#defaults}. */
    public static Router start(RouterConfig config) {
        return start(config, RouterOptions.defaults());
    }

    /**
     * Starts a router. Returns once it listens and has tried to reach each of its API servers once.
     *
     * @throws UncheckedIOException when an address cannot be bound
     */
    public static Router start(RouterConfig config, RouterOptions options) {
        ConfiguredPolicy configured = configured(config);
        RouterState state =
                RouterState.open(config.state(), config.policy(), configured, TIME_OF_DAY);
        Deadlines deadlines = new Deadlines();
        EventHub events = new EventHub(TIME_OF_DAY);
        Governance governance = govern(state, options, deadlines);
        Telemetry telemetry = new Telemetry(config.metrics(), options.meters(), TIME_OF_DAY);
        SecureRandom random = new SecureRandom();
        SessionStates states = new SessionStates(config.recovery().checkpoints(), NANOS, random);
        RouterServices services =
                services(config, options, governance, telemetry, deadlines, events, random, states);
        state.restore(services.registry().standings(), services.pool());
        state.sessions()
                .filter(_ -> config.keepsSessions())
                .ifPresent(folder -> keepSessions(services, folder));
        RouterEndpoints endpoints = new RouterEndpoints(services);
        states.connectBy(endpoints::channel);
        RouterAdmin admin =
                new RouterAdmin(
                        services,
                        governance.control(),
                        state.changes(),
                        endpoints::addresses,
                        options.version(),
                        endpoints::channel);
        Router router =
                new Router(
                        config,
                        deadlines,
                        services,
                        endpoints,
                        admin,
                        telemetry,
                        state,
                        states,
                        configured);
        router.listen(options.version(), governance.control());
        router.logStart();
        return router;
    }

    /** Begins to serve; releases everything when an address cannot be bound. */
    private void listen(String version, PolicyControl control) {
        try {
            endpoints.start(admin);
            telemetry.start(
                    new ProcessInfo("router", config.name(), version, () -> unready(services)),
                    new VmCollector(services, control, config.metrics().vms()));
        } catch (IOException | RuntimeException e) {
            release();
            throw e instanceof IOException io
                    ? new UncheckedIOException("the router cannot start: " + io.getMessage(), io)
                    : (RuntimeException) e;
        }
    }

    private void logStart() {
        LOG.atInfo()
                .addKeyValue("router", config.name())
                .addKeyValue("guests", endpoints.addresses())
                .addKeyValue("admin", endpoints.adminAddresses())
                .addKeyValue("metrics", telemetry.addresses())
                .addKeyValue(
                        "apis", services.catalogs().values().stream().map(Catalog::name).toList())
                .log("router started");
        if (config.servers().isEmpty()) {
            LOG.warn(
                    "no API server is configured, so that every session is refused; name one with --server URI");
        }
    }

    /** Lets sessions go on in the next process, and those of the last one here. */
    private static void keepSessions(RouterServices services, Path folder) {
        KeptSessions kept = KeptSessions.open(folder);
        services.registry().keepIn(kept);
        Set<String> left = kept.awaited();
        if (!left.isEmpty()) {
            LOG.atInfo()
                    .addKeyValue("sessions", left.size())
                    .log("waiting for the guests of sessions");
            services.timer().after(services.config().timeouts().resume(), () -> kept.expire(left));
        }
    }

    /** Returns why the router takes no sessions now; empty if it does. */
    private static String unready(RouterServices services) {
        if (services.registry().isClosed()) {
            return "the router is stopping";
        }
        return services.pool().serving() > 0 ? "" : "no API server takes sessions";
    }

    private static Governance govern(
            RouterState state, RouterOptions options, Deadlines deadlines) {
        try {
            return options.policies()
                    .of(
                            state.policy(),
                            state.rules(),
                            options.catalogs(),
                            new Environment(NANOS, deadlines.alarm(NANOS)),
                            TIME_OF_DAY);
        } catch (RuntimeException e) {
            deadlines.close();
            state.close();
            throw e;
        }
    }

    private static RouterServices services(
            RouterConfig config,
            RouterOptions options,
            Governance governance,
            Telemetry telemetry,
            Deadlines deadlines,
            EventHub events,
            SecureRandom random,
            SessionKeeper keeper) {
        RouterMeters meters = new RouterMeters(telemetry.meters());
        Map<Integer, Catalog> catalogs =
                options.catalogs().stream()
                        .collect(Collectors.toMap(Catalog::api, Function.identity()));
        SessionRegistry registry = new SessionRegistry(config.limits(), NANOS);
        ServerPool pool =
                new ServerPool(
                        config.servers(),
                        Strategies.of(config.placement()),
                        governance.control()::strain);
        meters.showSessions(registry::registrations);
        meters.showServers(pool::serving);
        return new RouterServices(
                config,
                catalogs,
                new Identity(config.auth(), TIME_OF_DAY),
                registry,
                pool,
                new SharedMemory(config.memory(), random, meters, NANOS),
                governance.policy(),
                governance.control().grants(),
                meters,
                events,
                deadlines,
                TIME_OF_DAY,
                NANOS,
                random,
                keeper);
    }

    /**
     * Whether {@link #reload} takes over a setting.
     *
     * @param key under {@code hira.router}
     */
    public static boolean reloads(String key) {
        return RELOADED.stream().anyMatch(key::startsWith);
    }

    /**
     * Takes over the settings of another configuration that may change while the router runs. Reads
     * the rules and certificates again too. For each part of the policy the last change counts,
     * that of an operator or that of the configuration.
     *
     * @throws RuntimeException with a sentence when the policy cannot be in force; then nothing has
     *     changed
     */
    public synchronized void reload(RouterConfig next) {
        ConfiguredPolicy policy = configured(next);
        admin.reload(next.operators(), configured, policy);
        configured = policy;
        services.identity().use(next.auth());
        endpoints.refreshCertificate();
    }

    private static ConfiguredPolicy configured(RouterConfig config) {
        return ConfiguredPolicy.of(
                config.policy(), RuleFile.read(config.policy().rules(), TIME_OF_DAY));
    }

    /** Serves a guest with an existing link, for example one within this process. */
    public void accept(Arrival guest) {
        RouterSession.accept(services, guest);
    }

    /** Returns the addresses for guests as they were bound: a port 0 has become a real one. */
    public List<URI> addresses() {
        return endpoints.addresses();
    }

    /** Returns the addresses for administrators. */
    public List<URI> adminAddresses() {
        return endpoints.adminAddresses();
    }

    /** Returns the addresses that serve metrics. */
    public List<URI> metricsAddresses() {
        return telemetry.addresses();
    }

    /**
     * Stops in good order: reports itself as not serving, admits no new sessions, waits until the
     * configured deadline for sessions to end by themselves, then ends the rest. Idempotent.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        services.registry().close();
        endpoints.stopServing();
        drain();
        release();
        LOG.atInfo().addKeyValue("router", config.name()).log("router stopped");
    }

    private void release() {
        states.close();
        endpoints.close();
        admin.close();
        telemetry.close();
        services.memory().close();
        deadlines.close();
        state.close();
    }

    private void drain() {
        for (RouterSession session : services.registry().all()) {
            session.execute(session::leave);
        }
        int open = services.registry().registrations();
        if (open == 0) {
            return;
        }
        LOG.atInfo().addKeyValue("sessions", open).log("waiting for sessions to end");
        long patience = config.timeouts().drain().toMillis();
        if (!awaitEmpty(patience)) {
            LinkStatus reason = endpoints.stopping();
            for (RouterSession session : services.registry().all()) {
                session.execute(() -> session.end(reason));
            }
            boolean ended = awaitEmpty(1000);
            if (!ended) {
                LOG.atWarn()
                        .addKeyValue("sessions", services.registry().registrations())
                        .log("some sessions did not end");
            }
        }
    }

    private boolean awaitEmpty(long millis) {
        try {
            return services.registry().awaitEmpty(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
