package dev.hira.router.config;

import com.typesafe.config.Config;
import dev.hira.base.tls.TlsFiles;
import dev.hira.serving.config.Settings;
import dev.hira.serving.metrics.MetricsSettings;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * All settings of a router. {@code reference.conf} describes each of them and its default under
 * {@code hira.router}.
 *
 * @param tls the files of the router's identity, if it has one
 * @param state the state directory, if there is one
 * @param hold the longest that a move may hold a VM's commands, unless its order says otherwise
 * @param keepsSessions whether sessions outlive the router if there is one
 */
public record RouterConfig(
        String name,
        int eventLoops,
        int keptConnections,
        List<ListenerConfig> listeners,
        List<URI> adminListeners,
        MetricsSettings metrics,
        List<ServerAddress> servers,
        AuthConfig auth,
        Optional<TlsFiles> tls,
        OperatorsConfig operators,
        LimitsConfig limits,
        PeersConfig peers,
        MemoryConfig memory,
        TimeoutsConfig timeouts,
        RecoveryConfig recovery,
        PlacementConfig placement,
        Duration hold,
        RebalanceConfig rebalance,
        PolicyConfig policy,
        Optional<Path> state,
        boolean keepsSessions,
        Path checkpoints) {
    public RouterConfig {
        listeners = List.copyOf(listeners);
        adminListeners = List.copyOf(adminListeners);
        servers = List.copyOf(servers);
    }

    /**
     * Reads the settings under {@code hira.router} of a configuration, with defaults for missing
     * ones. Ignores other settings.
     *
     * @throws com.typesafe.config.ConfigException naming the setting that is unknown, of the wrong
     *     type or out of range
     */
    public static RouterConfig from(Config config) {
        return RouterConfigReader.read(config);
    }

    /** Reads a file; see {@link #from}. Refuses settings outside of {@code hira}. */
    public static RouterConfig fromFile(Path file) {
        return from(Settings.file(file));
    }
}
