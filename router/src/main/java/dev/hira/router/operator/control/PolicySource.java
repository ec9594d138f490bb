package dev.hira.router.operator.control;

import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.tenant.PolicyListener;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.PolicyConfig;
import java.util.Collection;

/** Creates a router's policy when the router starts. */
@FunctionalInterface
public interface PolicySource {
    /**
     * @param listener receives the policy's reports
     * @throws IllegalArgumentException when the configuration is invalid, with a sentence
     */
    Governance of(
            PolicyConfig config,
            Collection<Catalog> catalogs,
            NanoClock clock,
            Alarm alarm,
            PolicyListener listener);

    /** Returns a source of this policy, whatever the configuration says. */
    static PolicySource fixed(AdmissionPolicy policy, PolicyControl control) {
        return (_, _, _, _, _) -> new Governance(policy, control);
    }

    /** A policy and its controls. */
    record Governance(AdmissionPolicy policy, PolicyControl control) {}
}
