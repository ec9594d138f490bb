package dev.hira.cli.testing;

import com.typesafe.config.ConfigFactory;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.router.Router;
import dev.hira.router.RouterOptions;
import dev.hira.router.config.RouterConfig;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A router with the policy for tenants and API servers with a simulated GPU each, in this process.
 */
public final class LiveStack implements AutoCloseable {
    private final Path folder;
    private final Map<String, ApiServer> servers = new LinkedHashMap<>();
    private final List<String> names;
    private Router router;

    /** Starts a router and one API server, {@code gpu}. */
    public LiveStack(Path folder) {
        this(folder, List.of("gpu"));
    }

    /** Starts a router and API servers of these names. */
    public LiveStack(Path folder, List<String> names) {
        this.folder = folder;
        this.names = List.copyOf(names);
        names.forEach(this::startServer);
        router = router();
    }

    private Router router() {
        return Router.start(
                RouterConfig.from(
                        ConfigFactory.parseMap(
                                Map.of(
                                        "hira.router.listen",
                                        List.of(uri(folder, "router")),
                                        "hira.router.admin.listen",
                                        List.of(uri(folder, "admin")),
                                        "hira.router.metrics.listen",
                                        List.of("http://127.0.0.1:0"),
                                        "hira.router.state.dir",
                                        folder.resolve("state").toString(),
                                        "hira.router.servers",
                                        names.stream()
                                                .map(name -> address(folder, name))
                                                .toList()))),
                RouterOptions.defaults());
    }

    /** Ends the router and starts another one with its state. */
    public void restartRouter() {
        router.close();
        router = router();
    }

    /** Starts an API server of this name. */
    public void startServer(String name) {
        servers.put(name, server(folder, name));
    }

    /** Ends the API server of this name. */
    public void endServer(String name) {
        Objects.requireNonNull(servers.remove(name)).close();
    }

    private static ApiServer server(Path folder, String name) {
        return ApiServer.start(
                ApiServerConfig.from(
                        ConfigFactory.parseMap(
                                Map.of(
                                        "hira.server.name",
                                        name,
                                        "hira.server.listen",
                                        List.of(uri(folder, name)),
                                        "hira.server.devices",
                                        List.of("small"),
                                        "hira.server.metrics.listen",
                                        List.of("http://127.0.0.1:0")))));
    }

    private static Map<String, String> address(Path folder, String name) {
        return Map.of("name", name, "uri", uri(folder, name));
    }

    private static String uri(Path folder, String name) {
        return "hira+unix://" + folder.resolve(name + ".sock");
    }

    /** Returns the address for guests of a VM. */
    public String guest(String vm) {
        return router.addresses().getFirst() + "?vm=" + vm + "&rings=off&memory=off";
    }

    /** Opens a driver of a VM, with a context. */
    public CudaDriver open(String vm) {
        CudaDriver cuda = dev.hira.guest.Hira.connect(guest(vm));
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    /** Returns the address for operators. */
    public String admin() {
        return router.adminAddresses().getFirst().toString();
    }

    public URI routerMetrics() {
        return router.metricsAddresses().getFirst();
    }

    public URI serverMetrics() {
        return servers.values().iterator().next().metricsAddresses().getFirst();
    }

    @Override
    public void close() {
        router.close();
        List.copyOf(servers.keySet()).forEach(this::endServer);
    }
}
