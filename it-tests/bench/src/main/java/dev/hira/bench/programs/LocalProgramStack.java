package dev.hira.bench.programs;

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
import dev.hira.router.config.RouterConfig;
import dev.hira.router.handshake.Arrival;
import dev.hira.router.placement.ServerView;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.host.DriverHosts;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * A router and two API servers in this process. Sessions travel over in-process links; the router's
 * watch of the servers and its administrators use sockets. A server dies for its sessions: all
 * their links break, and with them everything that the server has of them.
 */
final class LocalProgramStack implements ProgramStack {
    private static final List<String> DEVICES = List.of("small", "small");

    private final Path folder;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());

    /** Serves all links at the router, as an event loop would. */
    private final ExecutorService routerLoop =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().factory());

    private final List<ApiServer> servers = new ArrayList<>();

    /** The router's links to each server, open or closed. */
    private final List<Queue<Link>> links = new ArrayList<>();

    private final Router router;

    private LocalProgramStack(Path folder) {
        this.folder = folder;
        List<Object> named = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            String uri = "hira+unix://" + folder.resolve(SERVER + i + ".sock");
            named.add(Map.of("name", SERVER + i, "uri", uri));
            links.add(new ConcurrentLinkedQueue<>());
            servers.add(
                    ApiServer.start(
                            ApiServerConfig.from(
                                    config(
                                            "hira.server",
                                            "listen",
                                            List.of(uri),
                                            "name",
                                            SERVER + i)),
                            new SimpleMeterRegistry(),
                            DriverHosts.open(
                                    "sim", DEVICES, ApiServerConfig.defaults().driverLimits())));
        }
        router =
                Router.start(
                        RouterConfig.from(
                                config(
                                        "hira.router",
                                        "listen",
                                        List.of(),
                                        "admin.listen",
                                        List.of(admin()),
                                        "servers",
                                        named,
                                        "timeouts.drain",
                                        "100 ms")),
                        RouterOptions.defaults());
    }

    static LocalProgramStack start() {
        try {
            return new LocalProgramStack(Files.createTempDirectory("hira-programs-"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String admin() {
        return "hira+unix://" + folder.resolve("admin.sock");
    }

    @Override
    public <D> D connect(Class<D> api, String vm) {
        OpenWriter request =
                new OpenWriter(
                        vm,
                        "",
                        OpenWriter.processName(),
                        DEVICES.size(),
                        false,
                        false,
                        Duration.ofSeconds(30));
        return api.cast(
                api == OpenClDriver.class
                        ? OpenClGuest.open(link(vm), request, StubSettings.DEFAULT)
                        : CudaGuest.open(link(vm), request, StubSettings.DEFAULT));
    }

    private Link link(String vm) {
        LocalLinks.Pair toRouter =
                LocalLinks.pair(threads, routerLoop, LocalLinks.DEFAULT_CAPACITY);
        router.accept(
                new Arrival(
                        toRouter.second(),
                        Optional.of(vm),
                        new PeerIdentity.LocalUser(LocalPeers.own()),
                        "",
                        "local",
                        "program",
                        this::dial));
        return toRouter.first();
    }

    private Link dial(ServerView view) {
        int number = Integer.parseInt(view.name().substring(SERVER.length()));
        LocalLinks.Pair pair = LocalLinks.pair(routerLoop, threads, LocalLinks.DEFAULT_CAPACITY);
        links.get(number).add(pair.first());
        servers.get(number).accept(pair.second(), "router");
        return pair.first();
    }

    @Override
    public void kill(int server) {
        Queue<Link> broken = links.get(server);
        for (Link link = broken.poll(); link != null; link = broken.poll()) {
            link.abort();
        }
    }

    @Override
    public void close() {
        router.close();
        servers.forEach(ApiServer::close);
        routerLoop.shutdownNow();
        threads.shutdownNow();
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + folder, e);
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
}
