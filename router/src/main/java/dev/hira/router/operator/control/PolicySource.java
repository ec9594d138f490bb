package dev.hira.router.operator.control;

import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.Alarm;
import dev.hira.policy.NanoClock;
import dev.hira.policy.tenant.PolicyListener;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.PolicyConfig;
import java.util.Collection;

/** Makes a router's policy when the router starts. */
@FunctionalInterface
public interface PolicySource {
    /**
     * @param listener is told what the policy has to tell
     * @throws IllegalArgumentException when the configuration makes no sense, in a sentence
     */
    Governance of(
            PolicyConfig config,
            Collection<Catalog> catalogs,
            NanoClock clock,
            Alarm alarm,
            PolicyListener listener);

    /** Whatever the configuration says, this policy. */
    static PolicySource fixed(AdmissionPolicy policy, PolicyControl control) {
        return (_, _, _, _, _) -> new Governance(policy, control);
    }

    /** A policy and its levers. */
    record Governance(AdmissionPolicy policy, PolicyControl control) {}
}
