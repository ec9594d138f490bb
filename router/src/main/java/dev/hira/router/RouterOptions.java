package dev.hira.router;

import dev.hira.policy.AdmissionPolicy;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.catalog.CommonResources;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.PolicySource;
import dev.hira.router.operator.control.TenantSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The parts of a router besides its settings.
 *
 * @param catalogs the APIs that it knows
 * @param policies creates the policy that judges the commands
 * @param meters the registry of its meters
 * @param version the product's version, for administrators
 */
public record RouterOptions(
        List<Catalog> catalogs, PolicySource policies, MeterRegistry meters, String version) {
    public RouterOptions {
        catalogs = CommonResources.of(catalogs);
    }

    /**
     * Returns the default parts: all APIs on the class path, the policy for tenants, a registry of
     * its own.
     */
    public static RouterOptions defaults() {
        List<Catalog> catalogs =
                ServiceLoader.load(Catalog.class, RouterOptions.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .toList();
        return new RouterOptions(catalogs, TenantSource::of, new SimpleMeterRegistry(), "dev");
    }

    public RouterOptions withCatalogs(List<Catalog> newCatalogs) {
        return new RouterOptions(newCatalogs, policies, meters, version);
    }

    /** Returns these options with a given policy instead of the configured one. */
    public RouterOptions withPolicy(AdmissionPolicy policy, PolicyControl control) {
        return new RouterOptions(catalogs, PolicySource.fixed(policy, control), meters, version);
    }

    public RouterOptions withMeters(MeterRegistry newMeters) {
        return new RouterOptions(catalogs, policies, newMeters, version);
    }

    public RouterOptions withVersion(String newVersion) {
        return new RouterOptions(catalogs, policies, meters, newVersion);
    }
}
