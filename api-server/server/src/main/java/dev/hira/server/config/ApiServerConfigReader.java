package dev.hira.server.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigObject;
import com.typesafe.config.ConfigValue;
import com.typesafe.config.ConfigValueType;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.server.call.SessionLimits;
import dev.hira.server.host.DriverLimits;
import dev.hira.server.session.Totals;
import dev.hira.serving.config.OpenAddresses;
import dev.hira.serving.config.Settings;
import dev.hira.serving.config.TlsSettings;
import dev.hira.serving.metrics.MetricsSettings;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Turns a configuration into {@link ApiServerConfig}; every error names the setting. */
final class ApiServerConfigReader {
    private static final String ROOT = "hira.server";
    private static final Set<String> DEVICE_KEYS = Set.of("profile", "count");
    private static final int MOST_DEVICES = 256;
    private static final int LARGEST_FRAME = 1 << 30;

    private final Settings at;

    private ApiServerConfigReader(Settings at) {
        this.at = at;
    }

    static ApiServerConfig read(Config given) {
        return new ApiServerConfigReader(
                        Settings.read(
                                ROOT,
                                given,
                                ApiServerConfigReader.class.getClassLoader(),
                                Set.of()))
                .server();
    }

    private ApiServerConfig server() {
        List<URI> listen = listen();
        return new ApiServerConfig(
                name(),
                listen,
                at.flag("socket-group"),
                Set.copyOf(at.users("routers")),
                OpenAddresses.allowed(at),
                TlsSettings.read(at, listen),
                MetricsSettings.read(at),
                eventLoops(),
                at.text("driver"),
                devices(),
                at.between("limits.sessions", 1, 100_000),
                limits(),
                totals(),
                driverLimits(),
                peers(),
                at.flag("memory.enabled"),
                at.flag("memory.rings"),
                at.duration("report-interval"),
                timeouts());
    }

    private String name() {
        String name = at.text("name");
        if (name.isBlank()) {
            throw at.bad("name", "must not be empty");
        }
        return name;
    }

    private SessionLimits limits() {
        int frame = (int) at.bytes("limits.frame", 4096, LARGEST_FRAME);
        return new SessionLimits(
                frame,
                (int) at.bytes("limits.payload", 1024, frame),
                at.between("limits.frame-records", 1, 65_535),
                at.between("limits.lanes", 1, 65_536),
                at.between("limits.handles", 1, 100_000_000),
                at.bytes("limits.in-flight", frame, 1L << 40),
                at.bytes("limits.kept-outputs", 0, 1L << 40),
                (int) at.bytes("limits.long-frame", 0, LARGEST_FRAME));
    }

    private Totals totals() {
        Totals usual = Totals.usual();
        long inFlight = at.bytes("limits.in-flight-total", 0, 1L << 40);
        int handles = at.between("limits.handles-total", 0, 100_000_000);
        return new Totals(
                inFlight == 0 ? usual.inFlightBytes() : inFlight,
                at.bytesOfHeap("peers.unsent", 1 << 20),
                handles == 0 ? usual.handles() : handles,
                at.between("limits.threads-total", 2, 100_000));
    }

    private DriverLimits driverLimits() {
        return new DriverLimits(
                at.bytes("limits.module", 1024, 1 << 30),
                at.bytes("limits.modules-read", 0, 1L << 40),
                at.bytes("limits.modules", 1024, 1L << 40),
                at.bytes("limits.modules-total", 0, 1L << 40),
                at.between("limits.contexts", 1, 1_000_000),
                at.bytes("limits.addresses", 1L << 30, 1L << 47),
                at.bytes("limits.queued", 64 << 10, 1L << 40),
                at.bytes("limits.queued-total", 0, 1L << 40));
    }

    private PeerLimits peers() {
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

    private ApiServerConfig.Timeouts timeouts() {
        return new ApiServerConfig.Timeouts(
                at.duration("timeouts.open"),
                at.duration("timeouts.drain"),
                at.duration("timeouts.heartbeat"),
                at.duration("timeouts.silence"));
    }

    private List<String> devices() {
        List<String> profiles = new ArrayList<>();
        for (ConfigValue entry : at.list("devices")) {
            if (entry instanceof ConfigObject object) {
                profiles.addAll(devices(object));
            } else if (entry.valueType() == ConfigValueType.STRING) {
                profiles.add((String) entry.unwrapped());
            } else {
                throw at.bad(
                        "devices",
                        "a device is a profile or { profile = …, count = … }, not "
                                + entry.unwrapped());
            }
        }
        if (profiles.isEmpty() || profiles.size() > MOST_DEVICES) {
            throw at.bad(
                    "devices", "1 to " + MOST_DEVICES + " are possible, not " + profiles.size());
        }
        return profiles;
    }

    private List<String> devices(ConfigObject object) {
        at.onlyKeys("devices", object, DEVICE_KEYS);
        Config device = object.toConfig();
        if (!device.hasPath("profile")) {
            throw at.bad("devices", "an entry lacks its profile");
        }
        int count =
                device.hasPath("count")
                        ? at.between("devices.count", device.getValue("count"), 1, MOST_DEVICES)
                        : 1;
        return Collections.nCopies(count, device.getString("profile"));
    }

    private List<URI> listen() {
        List<URI> uris = at.uris("listen");
        if (uris.isEmpty()) {
            throw at.bad("listen", "a server needs an address to listen at");
        }
        OpenAddresses.check(at, "listen", uris);
        return uris;
    }

    private int eventLoops() {
        int loops = at.between("event-loops", 0, 1024);
        return loops == 0 ? Runtime.getRuntime().availableProcessors() : loops;
    }
}
