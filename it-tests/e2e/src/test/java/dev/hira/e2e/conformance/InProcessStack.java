package dev.hira.e2e.conformance;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import dev.hira.api.opencl.OpenClDriver;
import dev.hira.guest.call.StubSettings;
import dev.hira.guest.cuda.CudaGuest;
import dev.hira.guest.opencl.OpenClGuest;
import dev.hira.guest.session.OpenWriter;
import dev.hira.link.Link;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.link.grpc.net.PeerIdentity;
import dev.hira.link.local.LocalLinks;
import dev.hira.router.Router;
import dev.hira.router.RouterOptions;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Arrival;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.host.DriverHost;
import dev.hira.server.host.DriverHosts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A router and an API server in this process. Sessions travel over in-process links; only the
 * router's watch of the server uses a socket.
 */
public final class InProcessStack implements AutoCloseable {
    private final Path folder;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    /** Serves both links of every session at the router, as an event loop would. */
    private final ExecutorService routerLoop =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    private final ApiServer server;
    private final Router router;

    private InProcessStack(
            Path folder, DriverHost host, List<Catalog> apis, Object... routerSettings) {
        this.folder = folder;
        String serverUri = "hira+unix://" + folder.resolve("server.sock");
        server =
                ApiServer.start(
                        ApiServerConfig.from(config("hira.server", "listen", List.of(serverUri))),
                        new SimpleMeterRegistry(),
                        host);
        router =
                Router.start(
                        RouterConfig.from(
                                config("hira.router", routerSettings)
                                        .withFallback(
                                                config(
                                                        "hira.router",
                                                        "listen",
                                                        List.of(),
                                                        "admin.listen",
                                                        List.of(admin()),
                                                        "servers",
                                                        List.of(serverUri)))),
                        RouterOptions.defaults().withCatalogs(apis));
    }

    static InProcessStack start() {
        return start(
                DriverHosts.open(
                        "sim",
                        List.of("small", "small"),
                        ApiServerConfig.defaults().driverLimits()),
                RouterOptions.defaults().catalogs());
    }

    /**
     * Starts a stack.
     *
     * @param host the server's devices, which it closes
     * @param apis the APIs that the router knows
     * @param routerSettings names and values of settings of the router in turn
     */
    public static InProcessStack start(
            DriverHost host, List<Catalog> apis, Object... routerSettings) {
        try {
            return new InProcessStack(
                    Files.createTempDirectory("hira-local-"), host, apis, routerSettings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the router's address for administrators. */
    public String admin() {
        return "hira+unix://" + folder.resolve("admin.sock");
    }

    /** Opens a guest's driver. */
    <D> D connect(Class<D> api) {
        OpenWriter request = OpenWriter.of("local");
        return api.cast(
                api == OpenClDriver.class
                        ? OpenClGuest.open(connectLink(), request, StubSettings.DEFAULT)
                        : CudaGuest.open(connectLink(), request, StubSettings.DEFAULT));
    }

    /** Returns a guest's end of a link to the router, not started yet. */
    public Link connectLink() {
        LocalLinks.Pair toRouter =
                LocalLinks.pair(threads, routerLoop, LocalLinks.DEFAULT_CAPACITY);
        router.accept(
                new Arrival(
                        toRouter.second(),
                        Optional.empty(),
                        new PeerIdentity.LocalUser(LocalPeers.own()),
                        "",
                        "local",
                        "test",
                        view -> {
                            LocalLinks.Pair toServer =
                                    LocalLinks.pair(
                                            routerLoop, threads, LocalLinks.DEFAULT_CAPACITY);
                            server.accept(toServer.second(), "router");
                            return toServer.first();
                        }));
        return toRouter.first();
    }

    /** Returns a link to the API server that bypasses the router. */
    Link connectToServer() {
        LocalLinks.Pair pair = LocalLinks.pair(threads, threads, LocalLinks.DEFAULT_CAPACITY);
        server.accept(pair.second(), "test");
        return pair.first();
    }

    @Override
    public void close() throws IOException {
        router.close();
        server.close();
        for (ExecutorService executor : List.of(routerLoop, threads)) {
            finish(executor);
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        }
    }

    private static Config config(String root, Object... settings) {
        Config config = ConfigFactory.empty();
        for (int i = 0; i < settings.length; i += 2) {
            config =
                    config.withValue(
                            root + "." + settings[i],
                            ConfigValueFactory.fromAnyRef(settings[i + 1]));
        }
        return config;
    }

    /** Waits until no frame is under way. */
    private static void finish(ExecutorService executor) {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(120, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
