package dev.hira.router.operator.control;

import dev.hira.policy.AdmissionPolicy;
import dev.hira.policy.tenant.Environment;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.PolicyConfig;
import java.time.InstantSource;
import java.util.Collection;

/** Creates a router's policy when the router starts. */
@FunctionalInterface
public interface PolicySource {
    /**
     * @param rules the operator's rules to start with
     * @param environment the policy's clock and alarm, and the receiver of its reports
     * @param timeOfDay dates the changes of rules
     * @throws IllegalArgumentException when the configuration is invalid, with a sentence
     */
    Governance of(
            PolicyConfig config,
            RulesText rules,
            Collection<Catalog> catalogs,
            Environment environment,
            InstantSource timeOfDay);

    /** Returns a source of this policy, whatever the configuration says. */
    static PolicySource fixed(AdmissionPolicy policy, PolicyControl control) {
        return (_, _, _, _, _) -> new Governance(policy, control);
    }

    /** A policy and its controls. */
    record Governance(AdmissionPolicy policy, PolicyControl control) {}
}
