package dev.hira.cli;

import com.typesafe.config.Config;
import dev.hira.cli.client.Examples;
import dev.hira.cli.client.UsageException;
import dev.hira.cli.log.JulBridge;
import dev.hira.cli.log.LogLevel;
import dev.hira.router.Router;
import dev.hira.router.RouterCheck;
import dev.hira.router.RouterOptions;
import dev.hira.router.config.RouterConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a router until it is asked to stop. */
@Command(
        name = "router",
        description =
                "Run a router, which judges the commands of guests and sends those that it admits to API servers.",
        mixinStandardHelpOptions = true,
        footerHeading = Examples.HEADING,
        footer = {
            "  hira router --listen hira+unix:///tmp/hira.sock --server hira+unix:///tmp/server.sock \\",
            "      --admin hira+unix:///tmp/hira-admin.sock --state /tmp/hira-state"
        })
final class RouterCommand implements Runnable {
    private static final String ROOT = "hira.router";

    @Mixin ConfigOptions options = new ConfigOptions();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "The router's name in messages to guests and in logs.")
    @Nullable String name;

    @Option(
            names = "--listen",
            paramLabel = "URI",
            description = "An address at which guests connect. May be repeated.")
    List<String> listen = List.of();

    @Option(
            names = "--server",
            paramLabel = "URI",
            description = "An API server on which the router may place sessions. May be repeated.")
    List<String> servers = List.of();

    @Option(
            names = "--admin",
            paramLabel = "URI",
            description = "An address at which operators connect. May be repeated.")
    List<String> admin = List.of();

    @Option(
            names = "--metrics",
            paramLabel = "URI",
            description =
                    "The address for Prometheus, for example http://127.0.0.1:9464. May be repeated.")
    List<String> metrics = List.of();

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description =
                    "Keep what operators change in this folder, so that it is there again after a restart.")
    @Nullable Path state;

    @Override
    public void run() {
        JulBridge.install();
        Config given = read();
        RouterConfig config = RouterConfig.from(given);
        RouterOptions parts = RouterOptions.defaults().withVersion(VersionCommand.version());
        if (options.check) {
            check(config, parts);
            return;
        }
        LogLevel.use(given, ROOT);
        Router router = Serving.configured(() -> Router.start(config, parts));
        List<String> addresses = new ArrayList<>();
        router.addresses().forEach(uri -> addresses.add(uri.toString()));
        new Reloading(
                        ROOT,
                        key -> key.startsWith("log.") || Router.reloads(key),
                        given,
                        this::read,
                        next -> {
                            router.reload(RouterConfig.from(next));
                            LogLevel.use(next, ROOT);
                        })
                .atHangUp();
        Serving.untilAsked(router, addresses, options.attached);
    }

    private Config read() {
        return options.read(
                ROOT,
                Map.of(
                        "name",
                        name == null ? List.of() : name,
                        "listen",
                        listen,
                        "servers",
                        servers,
                        "admin.listen",
                        admin,
                        "metrics.listen",
                        metrics,
                        "state.dir",
                        state == null ? List.of() : state.toString()));
    }

    private static void check(RouterConfig config, RouterOptions parts) {
        try {
            RouterCheck.configuration(config, parts);
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
        Serving.tellValid();
    }
}
