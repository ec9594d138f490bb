package dev.hira.cli.testing;

import com.typesafe.config.ConfigFactory;
import dev.hira.policy.NanoClock;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grants;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.PolicyListener;
import dev.hira.policy.tenant.TenantPolicy;
import dev.hira.router.Router;
import dev.hira.router.RouterOptions;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.operator.control.RulesDesk;
import dev.hira.router.operator.control.SchedulerChoice;
import dev.hira.router.operator.control.TenantControl;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import java.net.URI;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

/** A router with the policy for tenants and an API server with a simulated GPU, in this process. */
public final class LiveStack implements AutoCloseable {
    private static final SchedulerChoice FAIR = new SchedulerChoice("fair", Map.of());

    private final Timer timer = new Timer("live-stack", true);
    private final TenantPolicy policy;
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
        RouterOptions options = RouterOptions.defaults();
        Schedulers schedulers = Schedulers.standard(new HostCredits());
        Grants grants = new Grants();
        RuleBook rules = new RuleBook(NanoClock.SYSTEM, failure -> {});
        policy =
                new TenantPolicy(
                        new Environment(NanoClock.SYSTEM, this::later, PolicyListener.NONE),
                        grants,
                        GateSettings.STANDARD,
                        device -> schedulers.create(FAIR.name(), FAIR.parameters()));
        policy.rules(rules);
        RulesDesk desk =
                new RulesDesk(rules, RulesDesk.names(options.catalogs()), InstantSource.system());
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
                        options.withPolicy(
                                policy, new TenantControl(policy, grants, schedulers, FAIR, desk)));
    }

    private static String uri(Path folder, String name) {
        return "hira+unix://" + folder.resolve(name + ".sock");
    }

    private void later(long at, Runnable task) {
        long millis = Math.max(0, (at - System.nanoTime() + 999_999) / 1_000_000);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        task.run();
                    }
                },
                millis);
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
        policy.close();
        timer.cancel();
    }
}
