package dev.hira.e2e.quota;

import dev.hira.api.cuda.CudaFunctions;
import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.link.local.LocalLinks;
import dev.hira.link.local.StepExecutor;
import dev.hira.link.ring.RingSettings;
import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grants;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.TenantPolicy;
import dev.hira.router.books.DeviceCatalog;
import dev.hira.router.books.VmLedger;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.LimitsConfig;
import dev.hira.router.meter.RouterMeters;
import dev.hira.server.call.SessionLimits;
import dev.hira.server.host.sim.SimApi;
import dev.hira.server.host.sim.SimDriverHost;
import dev.hira.server.session.SessionHost;
import dev.hira.server.work.CallThreads;
import dev.hira.sim.SimHost;
import dev.hira.sim.memory.AddressSpace;
import dev.hira.sim.profile.DeviceProfile;
import dev.hira.wire.LinkStatus;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The books, policy, dispatcher and device of production, without processes and threads: all work
 * happens in {@link #run}.
 */
final class QuotaRig implements AutoCloseable {
    static final LimitsConfig LIMITS =
            new LimitsConfig(100, 100, 100, 10_000, 1 << 20, 65_535, 1 << 18);

    final StepExecutor steps = new StepExecutor();
    final Catalog catalog = DeviceCatalog.of(new CudaCatalog(), AddressSpace.ALIGNMENT);
    final RouterMeters meters = new RouterMeters(new SimpleMeterRegistry());
    final Grants grants = new Grants();
    final TenantPolicy policy =
            new TenantPolicy(
                    new Environment(() -> 0, (_, _) -> {}),
                    grants,
                    GateSettings.STANDARD,
                    _ -> Schedulers.standard(new HostCredits()).create("fair", Map.of()));
    private final SimHost devices;
    private final SimDriverHost host;
    private final SessionHost server;
    private final Map<String, VmLedger> vms = new HashMap<>();
    private int opened;

    QuotaRig(DeviceProfile... profiles) {
        devices = SimHost.of(profiles);
        host = new SimDriverHost(devices, List.of(SimApi.cuda()), () -> 0);
        server =
                new SessionHost(
                        new SessionHost.Settings(
                                "quota",
                                100,
                                false,
                                new SessionLimits(
                                        1 << 20, 1 << 18, 65_535, 100, 10_000, 1 << 22, 1 << 20,
                                        1 << 30),
                                RingSettings.DEFAULT),
                        host,
                        new CallThreads(steps, steps, task -> {}),
                        null,
                        new SimpleMeterRegistry(),
                        () -> 0);
    }

    /** Opens a session of a VM. */
    QuotaSession open(String vm) {
        LocalLinks.Pair pair = LocalLinks.pair(steps);
        server.accept(pair.second(), "router");
        QuotaSession session =
                new QuotaSession(this, vm, vm + "/" + ++opened, pair.first(), books(vm));
        run();
        return session;
    }

    /** Returns the books of a VM. */
    VmLedger books(String vm) {
        return vms.computeIfAbsent(vm, _ -> new VmLedger());
    }

    /** Runs all work that is due. */
    void run() {
        steps.runAll();
    }

    /** Returns the amount of a resource that all VMs hold by the router's books. */
    long booked(String resource) {
        return vms.values().stream().mapToLong(vm -> vm.held(resource)).sum();
    }

    /** Returns the bytes that are allocated on the devices. */
    long used() {
        return devices.statistics().stream().mapToLong(device -> device.usedBytes()).sum();
    }

    int api() {
        return CudaFunctions.API;
    }

    @Override
    public void close() {
        server.closeAll(LinkStatus.NORMAL);
        run();
        host.close();
    }
}
