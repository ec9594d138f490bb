package dev.hira.router;

import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.AdmitAll;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.Schedulers;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.control.NoControl;
import dev.hira.router.control.PolicyControl;
import dev.hira.router.placement.LeastLoaded;
import dev.hira.router.placement.PlacementStrategy;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.ServiceLoader;

/**
 * What a router is made of besides its settings.
 *
 * @param catalogs the APIs that it knows
 * @param policy judges the commands
 * @param control its levers, for administrators
 * @param placement chooses servers
 * @param meters where it counts
 * @param version the product's version, for administrators
 */
public record RouterOptions(
        List<Catalog> catalogs,
        AdmissionPolicy policy,
        PolicyControl control,
        PlacementStrategy placement,
        MeterRegistry meters,
        String version) {
    public RouterOptions {
        catalogs = List.copyOf(catalogs);
    }

    /** All APIs on the class path, everything admitted, the least loaded server, own meters. */
    public static RouterOptions defaults() {
        List<Catalog> catalogs =
                ServiceLoader.load(Catalog.class, RouterOptions.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
        return new RouterOptions(
                catalogs,
                AdmitAll.INSTANCE,
                new NoControl(Schedulers.standard(new HostCredits())),
                new LeastLoaded(),
                new SimpleMeterRegistry(),
                "dev");
    }

    public RouterOptions withCatalogs(List<Catalog> newCatalogs) {
        return new RouterOptions(newCatalogs, policy, control, placement, meters, version);
    }

    public RouterOptions withPolicy(AdmissionPolicy newPolicy, PolicyControl newControl) {
        return new RouterOptions(catalogs, newPolicy, newControl, placement, meters, version);
    }

    public RouterOptions withPlacement(PlacementStrategy newPlacement) {
        return new RouterOptions(catalogs, policy, control, newPlacement, meters, version);
    }

    public RouterOptions withMeters(MeterRegistry newMeters) {
        return new RouterOptions(catalogs, policy, control, placement, newMeters, version);
    }

    public RouterOptions withVersion(String newVersion) {
        return new RouterOptions(catalogs, policy, control, placement, meters, newVersion);
    }
}
