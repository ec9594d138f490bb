package dev.hira.router.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigUtil;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.hira.metrics.MetricsEndpoint;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Turns a configuration into {@link RouterConfig}; every error names the setting. */
final class ConfigReader {
    static final String ROOT = "hira.router";
    private static final Set<String> OPEN =
            Stream.concat(Stream.of(ROOT + ".auth.tokens"), PolicyReader.OPEN.stream())
                    .collect(Collectors.toUnmodifiableSet());
    private static final int LARGEST_FRAME = 1 << 30;

    private final Config at;

    private ConfigReader(Config at) {
        this.at = at;
    }

    static RouterConfig read(Config given) {
        Config reference = ConfigFactory.defaultReference(ConfigReader.class.getClassLoader());
        if (given.hasPath(ROOT)) {
            KnownKeys.check(ROOT, given.getObject(ROOT), reference.getObject(ROOT), OPEN);
        }
        return new ConfigReader(given.withFallback(reference).resolve()).router();
    }

    private RouterConfig router() {
        return new RouterConfig(
                at.getString(ROOT + ".name"),
                between("event-loops", 0, 1024),
                between("kept-connections", 0, 1024),
                listeners(),
                uris("admin.listen"),
                metrics(),
                servers(),
                auth(),
                limits(),
                memory(),
                timeouts(),
                PlacementConfig.named(at.getString(ROOT + ".placement"))
                        .orElseThrow(() -> bad("placement", PlacementConfig.problem())),
                new PolicyReader(at).read());
    }

    private MetricsConfig metrics() {
        List<URI> listen = new ArrayList<>();
        for (String text : at.getStringList(ROOT + ".metrics.listen")) {
            URI place = parsed("metrics.listen", text);
            String problem = MetricsEndpoint.problem(place);
            if (!problem.isEmpty()) {
                throw bad("metrics.listen", problem);
            }
            listen.add(place);
        }
        return new MetricsConfig(listen, between("metrics.vms", 0, 10_000));
    }

    private LimitsConfig limits() {
        return new LimitsConfig(
                between("limits.sessions", 1, 1_000_000),
                between("limits.sessions-per-vm", 1, 1_000_000),
                between("limits.lanes", 1, 1_000_000),
                between("limits.handles", 1, 100_000_000),
                (int) bytes("limits.frame", 4096, LARGEST_FRAME),
                between("limits.frame-records", 1, 65535),
                (int) bytes("limits.payload", 1024, LARGEST_FRAME));
    }

    private MemoryConfig memory() {
        return new MemoryConfig(
                at.getBoolean(ROOT + ".memory.enabled"),
                Path.of(at.getString(ROOT + ".memory.directory")),
                at.getBoolean(ROOT + ".memory.group"),
                bytes("memory.session", 64 << 10, 1L << 40),
                bytes("memory.total", 0, 1L << 46),
                at.getBoolean(ROOT + ".memory.rings"),
                ringBytes());
    }

    private int ringBytes() {
        int bytes = (int) bytes("memory.ring", 16 << 10, 256 << 20);
        if (Integer.bitCount(bytes) != 1) {
            throw bad("memory.ring", "must be a power of two, not " + bytes);
        }
        return bytes;
    }

    private TimeoutsConfig timeouts() {
        return new TimeoutsConfig(
                duration("timeouts.open"),
                duration("timeouts.connect"),
                duration("timeouts.keep"),
                duration("timeouts.place"),
                duration("timeouts.retry"),
                duration("timeouts.drain"),
                duration("timeouts.heartbeat"),
                duration("timeouts.silence"));
    }

    private AuthConfig auth() {
        String path = ROOT + ".auth.tokens";
        Map<String, String> tokens = new LinkedHashMap<>();
        for (String vm : at.getObject(path).keySet()) {
            String token = at.getString(path + "." + ConfigUtil.quoteString(vm));
            if (token.isEmpty()) {
                throw bad("auth.tokens." + vm, "a token must not be empty");
            }
            tokens.put(vm, token);
        }
        return new AuthConfig(
                mode(at.getString(ROOT + ".auth.mode")),
                at.getString(ROOT + ".auth.default-vm"),
                tokens);
    }

    private AuthConfig.Mode mode(String text) {
        return switch (text) {
            case "open" -> AuthConfig.Mode.OPEN;
            case "token" -> AuthConfig.Mode.TOKEN;
            default -> throw bad("auth.mode", "must be open or token, not '" + text + "'");
        };
    }

    private List<ListenerConfig> listeners() {
        List<ListenerConfig> listeners = new ArrayList<>();
        for (ConfigValue entry : at.getList(ROOT + ".listen")) {
            if (entry instanceof ConfigObject object) {
                onlyKeys("listen", object, Set.of("uri", "vm"));
                Config c = object.toConfig();
                Optional<String> vm =
                        c.hasPath("vm") ? Optional.of(c.getString("vm")) : Optional.empty();
                listeners.add(new ListenerConfig(uri("listen", c.getString("uri")), vm));
            } else {
                listeners.add(
                        new ListenerConfig(uri("listen", text("listen", entry)), Optional.empty()));
            }
        }
        return listeners;
    }

    private List<ServerConfig> servers() {
        Map<String, ServerConfig> servers = new LinkedHashMap<>();
        for (ConfigValue entry : at.getList(ROOT + ".servers")) {
            ServerConfig server = server(entry);
            if (servers.putIfAbsent(server.name(), server) != null) {
                throw bad("servers", "two servers are called " + server.name());
            }
        }
        return List.copyOf(servers.values());
    }

    private ServerConfig server(ConfigValue entry) {
        if (entry instanceof ConfigObject object) {
            onlyKeys("servers", object, Set.of("uri", "name"));
            Config c = object.toConfig();
            String uri = c.getString("uri");
            return new ServerConfig(
                    c.hasPath("name") ? c.getString("name") : uri, uri("servers", uri));
        }
        String uri = text("servers", entry);
        return new ServerConfig(uri, uri("servers", uri));
    }

    private List<URI> uris(String key) {
        return at.getStringList(ROOT + "." + key).stream().map(text -> uri(key, text)).toList();
    }

    private URI uri(String key, String text) {
        URI uri = parsed(key, text);
        String scheme = uri.getScheme();
        if (!"hira".equals(scheme) && !"hira+unix".equals(scheme)) {
            throw bad(key, "'" + text + "' is neither hira://host:port nor hira+unix:///path");
        }
        return uri;
    }

    private URI parsed(String key, String text) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw bad(key, "'" + text + "' is no URI: " + e.getReason());
        }
    }

    private String text(String key, ConfigValue entry) {
        if (entry.valueType() != ConfigValueType.STRING) {
            throw bad(key, "an entry is a URI or { uri = …, … }, not " + entry.valueType());
        }
        return (String) entry.unwrapped();
    }

    private void onlyKeys(String key, ConfigObject object, Set<String> known) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw KnownKeys.unknown(
                        ROOT + "." + key + "." + entry.getKey(), entry.getValue(), known);
            }
        }
    }

    private int between(String key, int least, int most) {
        int value = at.getInt(ROOT + "." + key);
        if (value < least || value > most) {
            throw bad(key, "must be " + least + " to " + most + ", not " + value);
        }
        return value;
    }

    private long bytes(String key, long least, long most) {
        long value = at.getBytes(ROOT + "." + key);
        if (value < least || value > most) {
            throw bad(key, "must be " + least + " to " + most + " bytes, not " + value);
        }
        return value;
    }

    private Duration duration(String key) {
        Duration value = at.getDuration(ROOT + "." + key);
        if (value.isNegative() || value.isZero()) {
            throw bad(key, "must be more than nothing");
        }
        return value;
    }

    private ConfigException bad(String key, String problem) {
        String path = ROOT + "." + key;
        return at.hasPath(path)
                ? new ConfigException.BadValue(at.getValue(path).origin(), path, problem)
                : new ConfigException.BadValue(path, problem);
    }
}
