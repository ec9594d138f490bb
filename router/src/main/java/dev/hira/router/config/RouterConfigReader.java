package dev.hira.router.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.hira.base.tls.PeerRole;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.serving.config.OpenAddresses;
import dev.hira.serving.config.Settings;
import dev.hira.serving.config.TlsSettings;
import dev.hira.serving.metrics.MetricsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Converts a configuration to {@link RouterConfig}; every error names the setting. */
final class RouterConfigReader {
    static final String ROOT = "hira.router";
    private static final Set<String> OPEN =
            Stream.concat(
                            Stream.of(
                                    ROOT + ".auth.tokens",
                                    ROOT + ".auth.users",
                                    ROOT + ".admin.users"),
                            PolicyReader.OPEN.stream())
                    .collect(Collectors.toUnmodifiableSet());
    private static final int LARGEST_FRAME = 1 << 30;

    private final Settings at;

    private RouterConfigReader(Settings at) {
        this.at = at;
    }

    static RouterConfig read(Config given) {
        return new RouterConfigReader(
                        Settings.read(ROOT, given, RouterConfigReader.class.getClassLoader(), OPEN))
                .router();
    }

    private RouterConfig router() {
        List<ListenerConfig> listeners = listeners();
        List<URI> admin = at.uris("admin.listen");
        List<ServerAddress> servers = servers();
        checkOpen(listeners, admin);
        return new RouterConfig(
                at.text("name"),
                at.between("event-loops", 0, 1024),
                at.between("kept-connections", 0, 1024),
                listeners,
                admin,
                MetricsSettings.read(at),
                servers,
                auth(),
                TlsSettings.read(
                        at,
                        Stream.of(
                                        listeners.stream().map(ListenerConfig::uri),
                                        admin.stream(),
                                        servers.stream().map(ServerAddress::uri))
                                .flatMap(uris -> uris)
                                .toList()),
                operators(),
                limits(),
                peers(),
                memory(),
                timeouts(),
                recovery(),
                PlacementConfig.named(at.text("placement"))
                        .orElseThrow(() -> at.bad("placement", PlacementConfig.problem())),
                at.duration("moves.hold"),
                rebalance(),
                new PolicyReader(at.all()).read(),
                file("state.dir"),
                at.flag("state.sessions"),
                folder("checkpoints.directory"));
    }

    private RecoveryConfig recovery() {
        long total = at.bytes("recovery.log-total", 0, 1L << 46);
        return new RecoveryConfig(
                at.durationOrZero("recovery.reconnect"),
                at.duration("recovery.limit"),
                at.bytes("recovery.log", 1, 1L << 40),
                total == 0 ? RecoveryConfig.usualTotal() : total,
                new RecoveryConfig.Checkpoints(
                        at.durationOrZero("recovery.checkpoint.interval"),
                        at.bytes("recovery.checkpoint.bytes", 0, 1L << 40),
                        at.duration("recovery.checkpoint.pause"),
                        folder("recovery.checkpoint.directory"),
                        at.bytes("recovery.checkpoint.space", 0, 1L << 50)));
    }

    private Optional<Path> file(String setting) {
        String file = at.text(setting);
        return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    }

    /** Returns a folder; without a setting, that for temporary files. */
    private Path folder(String setting) {
        String folder = at.text(setting);
        return Path.of(folder.isEmpty() ? System.getProperty("java.io.tmpdir") : folder);
    }

    private RebalanceConfig rebalance() {
        return new RebalanceConfig(
                at.flag("rebalance.enabled"),
                at.duration("rebalance.interval"),
                at.number("rebalance.threshold", 0.01, 1000),
                at.durationOrZero("rebalance.patience"),
                at.duration("rebalance.rest"));
    }

    private LimitsConfig limits() {
        return new LimitsConfig(
                at.between("limits.sessions", 1, 1_000_000),
                at.between("limits.sessions-per-vm", 1, 1_000_000),
                at.between("limits.lanes", 1, 1_000_000),
                at.between("limits.handles", 1, 100_000_000),
                (int) at.bytes("limits.frame", 4096, LARGEST_FRAME),
                at.between("limits.frame-records", 1, 65535),
                (int) at.bytes("limits.payload", 1024, LARGEST_FRAME));
    }

    private PeersConfig peers() {
        return new PeersConfig(
                links(),
                at.bytesOfHeap("peers.unsent", 1 << 20),
                at.bytes("peers.waiting", 64 << 10, 1L << 40),
                at.bytesOfHeap("peers.waiting-total", 64 << 10),
                at.bytes("peers.journal", 64 << 10, 1L << 40),
                at.bytesOfHeap("peers.journal-total", 64 << 10));
    }

    private PeerLimits links() {
        int first = (int) at.bytes("peers.first-message", 4096, 16 << 20);
        return new PeerLimits(
                at.between("peers.connections", 1, 1_000_000),
                at.between("peers.calls", 1, 1_000_000),
                at.between("peers.opening", 1, 1_000_000),
                first,
                at.bytesOfHeap("peers.received", first),
                at.duration("peers.idle"),
                false);
    }

    private MemoryConfig memory() {
        return new MemoryConfig(
                at.flag("memory.enabled"),
                Path.of(at.text("memory.directory")),
                at.flag("memory.group"),
                at.bytes("memory.session", 64 << 10, 1L << 40),
                at.bytes("memory.total", 0, 1L << 46),
                at.flag("memory.rings"),
                ringBytes());
    }

    private int ringBytes() {
        int bytes = (int) at.bytes("memory.ring", 16 << 10, 256 << 20);
        if (Integer.bitCount(bytes) != 1) {
            throw at.bad("memory.ring", "must be a power of two, not " + bytes);
        }
        return bytes;
    }

    private TimeoutsConfig timeouts() {
        return new TimeoutsConfig(
                at.duration("timeouts.open"),
                at.duration("timeouts.connect"),
                at.duration("timeouts.keep"),
                at.duration("timeouts.place"),
                at.duration("timeouts.retry"),
                at.duration("timeouts.drain"),
                at.duration("timeouts.heartbeat"),
                at.duration("timeouts.silence"),
                at.durationOrZero("timeouts.resume"));
    }

    private AuthConfig auth() {
        Map<String, String> tokens = new LinkedHashMap<>();
        Config section = at.section("auth.tokens").toConfig();
        for (String vm : section.root().keySet()) {
            String token = section.getString(ConfigUtil.quoteString(vm));
            if (token.isEmpty()) {
                throw at.bad("auth.tokens." + vm, "a token must not be empty");
            }
            tokens.put(vm, token);
        }
        return new AuthConfig(
                mode(at.text("auth.mode")),
                at.text("auth.default-vm"),
                tokens,
                file("auth.token-file"),
                users());
    }

    /** A token is a proof, though one that a network can read. */
    private void checkOpen(List<ListenerConfig> listeners, List<URI> admin) {
        boolean tokens = mode(at.text("auth.mode")) == AuthConfig.Mode.TOKEN;
        OpenAddresses.check(
                at,
                "listen",
                listeners.stream()
                        .filter(one -> !tokens || one.vm().isPresent())
                        .map(ListenerConfig::uri)
                        .toList());
        OpenAddresses.check(at, "admin.listen", admin);
    }

    private OperatorsConfig operators() {
        Map<Long, PeerRole> users = new LinkedHashMap<>();
        at.section("admin.users")
                .forEach((uid, role) ->
                        users.put(
                                at.user("admin.users", uid),
                                operator(String.valueOf(role.unwrapped()))));
        return new OperatorsConfig(users, OpenAddresses.allowed(at));
    }

    private PeerRole operator(String word) {
        return PeerRole.named(word)
                .filter(role -> role.compareTo(PeerRole.VIEWER) >= 0)
                .orElseThrow(() ->
                        at.bad(
                                "admin.users",
                                "must be viewer, operator or admin, not '" + word + "'"));
    }

    private Map<Long, String> users() {
        Map<Long, String> users = new LinkedHashMap<>();
        at.section("auth.users")
                .forEach((uid, vm) ->
                        users.put(at.user("auth.users", uid), String.valueOf(vm.unwrapped())));
        return users;
    }

    private AuthConfig.Mode mode(String text) {
        return switch (text) {
            case "open" -> AuthConfig.Mode.OPEN;
            case "token" -> AuthConfig.Mode.TOKEN;
            default -> throw at.bad("auth.mode", "must be open or token, not '" + text + "'");
        };
    }

    private List<ListenerConfig> listeners() {
        List<ListenerConfig> listeners = new ArrayList<>();
        for (ConfigValue entry : at.list("listen")) {
            if (entry instanceof ConfigObject object) {
                at.onlyKeys("listen", object, Set.of("uri", "vm"));
                Config c = object.toConfig();
                Optional<String> vm =
                        c.hasPath("vm") ? Optional.of(c.getString("vm")) : Optional.empty();
                listeners.add(new ListenerConfig(at.uri("listen", c.getString("uri")), vm));
            } else {
                listeners.add(
                        new ListenerConfig(
                                at.uri("listen", text("listen", entry)), Optional.empty()));
            }
        }
        return listeners;
    }

    private List<ServerAddress> servers() {
        Map<String, ServerAddress> servers = new LinkedHashMap<>();
        for (ConfigValue entry : at.list("servers")) {
            ServerAddress server = server(entry);
            if (servers.putIfAbsent(server.name(), server) != null) {
                throw at.bad("servers", "two servers are called " + server.name());
            }
        }
        return List.copyOf(servers.values());
    }

    private ServerAddress server(ConfigValue entry) {
        if (entry instanceof ConfigObject object) {
            at.onlyKeys("servers", object, Set.of("uri", "name"));
            Config c = object.toConfig();
            String uri = c.getString("uri");
            return new ServerAddress(
                    c.hasPath("name") ? c.getString("name") : uri, at.uri("servers", uri));
        }
        String uri = text("servers", entry);
        return new ServerAddress(uri, at.uri("servers", uri));
    }

    private String text(String key, ConfigValue entry) {
        if (entry.valueType() != ConfigValueType.STRING) {
            throw at.bad(key, "an entry is a URI or { uri = …, … }, not " + entry.valueType());
        }
        return (String) entry.unwrapped();
    }
}
