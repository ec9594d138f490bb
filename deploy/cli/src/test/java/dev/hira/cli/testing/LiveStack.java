package dev.hira.cli.testing;

import com.typesafe.config.ConfigFactory;
import dev.hira.router.Router;
import dev.hira.router.RouterOptions;
import dev.hira.router.config.RouterConfig;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A router with the policy for tenants and an API server with a simulated GPU, in this process. */
public final class LiveStack implements AutoCloseable {
    private final ApiServer server;
    private final Router router;

    public LiveStack(Path folder) {
        server =
                ApiServer.start(
                        ApiServerConfig.from(
                                ConfigFactory.parseMap(
                                        Map.of(
                                                "hira.server.name",
                                                "gpu",
                                                "hira.server.listen",
                                                List.of(uri(folder, "server")),
                                                "hira.server.devices",
                                                List.of("small"),
                                                "hira.server.metrics.listen",
                                                List.of("http://127.0.0.1:0")))));
        router =
                Router.start(
                        RouterConfig.from(
                                ConfigFactory.parseMap(
                                        Map.of(
                                                "hira.router.listen",
                                                List.of(uri(folder, "router")),
                                                "hira.router.admin.listen",
                                                List.of(uri(folder, "admin")),
                                                "hira.router.metrics.listen",
                                                List.of("http://127.0.0.1:0"),
                                                "hira.router.servers",
                                                List.of(
                                                        Map.of(
                                                                "name",
                                                                "gpu",
                                                                "uri",
                                                                uri(folder, "server")))))),
                        RouterOptions.defaults());
    }

    private static String uri(Path folder, String name) {
        return "hira+unix://" + folder.resolve(name + ".sock");
    }

    /** Returns the address for guests of a VM. */
    public String guest(String vm) {
        return router.addresses().getFirst() + "?vm=" + vm + "&rings=off&memory=off";
    }

    /** Returns the address for operators. */
    public String admin() {
        return router.adminAddresses().getFirst().toString();
    }

    public URI routerMetrics() {
        return router.metricsAddresses().getFirst();
    }

    public URI serverMetrics() {
        return server.metricsAddresses().getFirst();
    }

    @Override
    public void close() {
        router.close();
        server.close();
    }
}
