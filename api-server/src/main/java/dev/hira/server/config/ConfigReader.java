package dev.hira.server.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigException;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.hira.metrics.MetricsEndpoint;
import dev.hira.server.call.Limits;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Turns a configuration into {@link ServerConfig}; every error names the setting. */
final class ConfigReader {
    private static final String ROOT = "hira.server";
    private static final Set<String> DEVICE_KEYS = Set.of("profile", "count");
    private static final int MOST_DEVICES = 256;
    private static final int LARGEST_FRAME = 1 << 30;

    private final Config at;

    private ConfigReader(Config at) {
        this.at = at;
    }

    static ServerConfig read(Config given) {
        Config reference = ConfigFactory.defaultReference(ConfigReader.class.getClassLoader());
        if (given.hasPath(ROOT)) {
            KnownKeys.check(ROOT, given.getObject(ROOT), reference.getObject(ROOT));
        }
        return new ConfigReader(given.withFallback(reference).resolve()).server();
    }

    private ServerConfig server() {
        return new ServerConfig(
                name(),
                listen(),
                metrics(),
                eventLoops(),
                at.getString(ROOT + ".driver"),
                devices(),
                between("limits.sessions", 1, 100_000),
                limits(),
                at.getBoolean(ROOT + ".memory.enabled"),
                at.getBoolean(ROOT + ".memory.rings"),
                duration("report-interval"),
                timeouts());
    }

    private String name() {
        String name = at.getString(ROOT + ".name");
        if (name.isBlank()) {
            throw bad("name", "must not be empty");
        }
        return name;
    }

    private ServerConfig.Metrics metrics() {
        List<URI> places = new ArrayList<>();
        for (String text : at.getStringList(ROOT + ".metrics.listen")) {
            URI place = parsed("metrics.listen", text);
            String problem = MetricsEndpoint.problem(place);
            if (!problem.isEmpty()) {
                throw bad("metrics.listen", problem);
            }
            places.add(place);
        }
        return new ServerConfig.Metrics(places, between("metrics.vms", 0, 10_000));
    }

    private Limits limits() {
        int frame = (int) bytes("limits.frame", 4096, LARGEST_FRAME);
        return new Limits(
                frame,
                (int) bytes("limits.payload", 1024, frame),
                between("limits.frame-records", 1, 65_535),
                between("limits.lanes", 1, 65_536),
                between("limits.handles", 1, 100_000_000),
                bytes("limits.in-flight", frame, 1L << 40),
                bytes("limits.kept-outputs", 0, 1L << 40),
                (int) bytes("limits.long-frame", 0, LARGEST_FRAME));
    }

    private ServerConfig.Timeouts timeouts() {
        return new ServerConfig.Timeouts(
                duration("timeouts.open"),
                duration("timeouts.drain"),
                duration("timeouts.heartbeat"),
                duration("timeouts.silence"));
    }

    private List<String> devices() {
        List<String> profiles = new ArrayList<>();
        for (ConfigValue entry : at.getList(ROOT + ".devices")) {
            if (entry instanceof ConfigObject object) {
                profiles.addAll(devices(object));
            } else if (entry.valueType() == ConfigValueType.STRING) {
                profiles.add((String) entry.unwrapped());
            } else {
                throw bad(
                        "devices",
                        "a device is a profile or { profile = …, count = … }, not "
                                + entry.unwrapped());
            }
        }
        if (profiles.isEmpty() || profiles.size() > MOST_DEVICES) {
            throw bad("devices", "1 to " + MOST_DEVICES + " are possible, not " + profiles.size());
        }
        return profiles;
    }

    private List<String> devices(ConfigObject object) {
        for (Map.Entry<String, ConfigValue> entry : object.entrySet()) {
            if (!DEVICE_KEYS.contains(entry.getKey())) {
                throw KnownKeys.unknown(
                        ROOT + ".devices." + entry.getKey(), entry.getValue(), DEVICE_KEYS);
            }
        }
        Config device = object.toConfig();
        if (!device.hasPath("profile")) {
            throw bad("devices", "an entry lacks its profile");
        }
        int count = device.hasPath("count") ? device.getInt("count") : 1;
        if (count < 1 || count > MOST_DEVICES) {
            throw bad("devices.count", "must be 1 to " + MOST_DEVICES + ", not " + count);
        }
        return Collections.nCopies(count, device.getString("profile"));
    }

    private List<URI> listen() {
        List<URI> uris = at.getStringList(ROOT + ".listen").stream().map(this::uri).toList();
        if (uris.isEmpty()) {
            throw bad("listen", "a server needs a place to listen at");
        }
        return uris;
    }

    private URI uri(String text) {
        URI uri = parsed("listen", text);
        String scheme = uri.getScheme();
        if (!"hira".equals(scheme) && !"hira+unix".equals(scheme)) {
            throw bad("listen", "'" + text + "' is neither hira://host:port nor hira+unix:///path");
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

    private int eventLoops() {
        int loops = between("event-loops", 0, 1024);
        return loops == 0 ? Runtime.getRuntime().availableProcessors() : loops;
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
