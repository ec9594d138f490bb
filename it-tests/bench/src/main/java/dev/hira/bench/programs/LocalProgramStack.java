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
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A router and two API servers in this process. Sessions travel over in-process links; the router's
 * watch of the servers and its administrators use sockets. A server dies for its sessions: all
 * their links break, and with them everything that the server has of them. A router ends after all
 * its links have broken, and leaves its sessions to the next one.
 */
final class LocalProgramStack implements ProgramStack {
    private static final List<String> DEVICES = List.of("small", "small");

    private final Path folder;
    private final Config settings;
    private final LocalLoop programsLoop = new LocalLoop("programs");
    private final LocalLoop routerLoop = new LocalLoop("router");
    private final LocalLoop serversLoop = new LocalLoop("servers");
    private final List<ApiServer> servers = new ArrayList<>();
    private final LocalLines programs = new LocalLines(programsLoop, routerLoop);
    private final List<LocalLines> toServers = new ArrayList<>();

    /** Null while the router is not there. */
    private volatile @Nullable Router router;

    private LocalProgramStack(Path folder, boolean keepsSessions) {
        this.folder = folder;
        List<Object> named = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
            String uri = "hira+unix://" + folder.resolve(SERVER + i + ".sock");
            named.add(Map.of("name", SERVER + i, "uri", uri));
            toServers.add(new LocalLines(routerLoop, serversLoop));
            servers.add(
                    ApiServer.start(
                            ApiServerConfig.from(
                                    config(
                                            "hira.server",
                                            "listen",
                                            List.of(uri),
                                            "name",
                                            SERVER + i,
                                            "timeouts.drain",
                                            "100 ms")),
                            new SimpleMeterRegistry(),
                            DriverHosts.open(
                                    "sim", DEVICES, ApiServerConfig.defaults().driverLimits())));
        }
        settings =
                config(
                        "hira.router",
                        "listen",
                        List.of(),
                        "admin.listen",
                        List.of(admin()),
                        "servers",
                        named,
                        "state.dir",
                        keepsSessions ? folder.resolve("state").toString() : "",
                        "timeouts.drain",
                        "100 ms");
        router = startRouter();
    }

    /**
     * Starts a stack.
     *
     * @param keepsSessions whether sessions go on in the router's next process
     */
    static LocalProgramStack start(boolean keepsSessions) {
        try {
            return new LocalProgramStack(
                    Files.createTempDirectory("hira-programs-"), keepsSessions);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Router startRouter() {
        return Router.start(RouterConfig.from(settings), RouterOptions.defaults());
    }

    @Override
    public String admin() {
        return "hira+unix://" + folder.resolve("admin.sock");
    }

    @Override
    public <D> D connect(Class<D> api, String vm, Disturbance disturbance) {
        programs.clear();
        toServers.forEach(LocalLines::clear);
        OpenWriter request =
                new OpenWriter(
                        vm,
                        "",
                        OpenWriter.processName(),
                        DEVICES.size(),
                        false,
                        false,
                        Duration.ofSeconds(30));
        Link link = programs.open(end -> arrive(end, vm));
        return api.cast(
                api == OpenClDriver.class
                        ? OpenClGuest.open(link, request, StubSettings.DEFAULT)
                        : CudaGuest.open(link, request, StubSettings.DEFAULT));
    }

    private void arrive(Link link, String vm) {
        Router present = router;
        if (present == null) {
            link.abort();
            return;
        }
        present.accept(
                new Arrival(
                        link,
                        Optional.of(vm),
                        new PeerIdentity.LocalUser(LocalPeers.own()),
                        "",
                        "local",
                        "program",
                        this::dial));
    }

    private Link dial(ServerView view) {
        int number = Integer.parseInt(view.name().substring(SERVER.length()));
        return toServers.get(number).open(end -> servers.get(number).accept(end, "router"));
    }

    @Override
    public void kill(int server) {
        toServers.get(server).kill();
    }

    @Override
    public void cutPrograms() {
        programs.cut();
    }

    @Override
    public void cutServer(int server) {
        toServers.get(server).cut();
    }

    @Override
    public void restartRouter() {
        Router old = Objects.requireNonNull(router, "the router is not there");
        router = null;
        programs.cut();
        toServers.forEach(LocalLines::cut);
        old.close();
        router = startRouter();
    }

    @Override
    public void close() {
        Router last = router;
        if (last != null) {
            last.close();
        }
        servers.forEach(ApiServer::close);
        List.of(programsLoop, routerLoop, serversLoop).forEach(LocalLoop::close);
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
