package dev.hira.server.config;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.hira.base.tls.TlsFiles;
import dev.hira.link.grpc.net.PeerLimits;
import dev.hira.server.call.SessionLimits;
import dev.hira.server.host.DriverLimits;
import dev.hira.server.session.Totals;
import dev.hira.serving.metrics.MetricsSettings;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of an API server; {@code reference.conf} explains each.
 *
 * @param socketGroup whether processes of the group may connect to Unix sockets
 * @param routers users whose processes may connect within the host, besides the server's own
 * @param unproven whether peers of other hosts may connect without proof of their identity
 * @param tls the files of the server's identity, if it has one
 * @param eventLoops the number of event-loop threads; never 0
 * @param driver the kind of driver
 * @param devices a profile for each device
 * @param sessions the most sessions at a time
 * @param peers limits on the resources that peers at its addresses can hold
 */
public record ApiServerConfig(
        String name,
        List<URI> listen,
        boolean socketGroup,
        Set<Long> routers,
        boolean unproven,
        Optional<TlsFiles> tls,
        MetricsSettings metrics,
        int eventLoops,
        String driver,
        List<String> devices,
        int sessions,
        SessionLimits limits,
        Totals totals,
        DriverLimits driverLimits,
        PeerLimits peers,
        boolean memory,
        boolean rings,
        Duration reportInterval,
        Timeouts timeouts) {
    /** The time limits of a server. */
    public record Timeouts(Duration open, Duration drain, Duration heartbeat, Duration silence) {}

    public ApiServerConfig {
        listen = List.copyOf(listen);
        routers = Set.copyOf(routers);
        devices = List.copyOf(devices);
    }

    /**
     * Reads settings; missing ones have their defaults.
     *
     * @param given may have a {@code hira.server}; other keys are ignored
     * @throws com.typesafe.config.ConfigException when a setting is unknown, of the wrong type or
     *     out of range; it names the setting
     */
    public static ApiServerConfig from(Config given) {
        return ApiServerConfigReader.read(given);
    }

    /** Returns the defaults. */
    public static ApiServerConfig defaults() {
        return from(ConfigFactory.empty());
    }
}
