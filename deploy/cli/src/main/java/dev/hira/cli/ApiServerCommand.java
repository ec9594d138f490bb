package dev.hira.cli;

import com.typesafe.config.Config;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.log.JulBridge;
import dev.hira.cli.log.LogLevel;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.sim.profile.ProfileText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs an API server until it is asked to stop. */
@Command(
        name = "api-server",
        description =
                "Run an API server, which hosts devices and executes the calls that routers send.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer =
                "  hira api-server --listen hira+unix:///tmp/server.sock --name server0 --profile small")
final class ApiServerCommand implements Runnable {
    private static final String ROOT = "hira.server";

    @Mixin ConfigOptions options = new ConfigOptions();

    @Option(
            names = "--listen",
            paramLabel = "URI",
            description = "An address at which routers connect. May be repeated.")
    List<String> listen = List.of();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The server's name, unique among the servers of a router.")
    @Nullable String name;

    @Option(
            names = "--devices",
            paramLabel = "N",
            description = "The number of devices of the profile.")
    @Nullable Integer devices;

    @Option(
            names = "--profile",
            paramLabel = "PROFILE",
            description =
                    "The profile of its devices: a name, and changes to it, for example"
                            + " 'small,memory=256MiB'.")
    @Nullable String profile;

    @Option(
            names = "--metrics",
            paramLabel = "URI",
            description =
                    "The address for Prometheus, for example http://127.0.0.1:9465. May be repeated.")
    List<String> metrics = List.of();

    @Override
    public void run() {
        JulBridge.install();
        Config given = options.read(ROOT, flags());
        ApiServerConfig config = ApiServerConfig.from(given);
        if (options.check) {
            config.devices().forEach(ApiServerCommand::checkProfile);
            Serving.tellValid();
            return;
        }
        LogLevel.use(given, ROOT);
        ApiServer server = Serving.configured(() -> ApiServer.start(config));
        List<String> addresses = new ArrayList<>();
        server.addresses().forEach(uri -> addresses.add(uri.toString()));
        new Reloading(
                        ROOT,
                        key -> key.startsWith("log."),
                        given,
                        () -> options.read(ROOT, flags()),
                        next -> {
                            ApiServerConfig ignored = ApiServerConfig.from(next);
                            server.refreshCertificate();
                            LogLevel.use(next, ROOT);
                        })
                .atHangUp();
        Serving.untilAsked(server, addresses, options.attached);
    }

    private Map<String, Object> flags() {
        Map<String, Object> flags = new LinkedHashMap<>();
        flags.put("listen", listen);
        flags.put("metrics.listen", metrics);
        if (name != null) {
            flags.put("name", name);
        }
        if (devices != null || profile != null) {
            int count = devices == null ? 1 : devices;
            if (count < 1) {
                throw new UsageException("--devices must be at least 1, not " + count);
            }
            flags.put("devices", Collections.nCopies(count, profile == null ? "default" : profile));
        }
        return flags;
    }

    private static void checkProfile(String text) {
        DeviceProfile ignored = Serving.configured(() -> ProfileText.parse(text));
    }
}
