package dev.hira.router.operator.control;

import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.ResourceNames;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.TenantPolicy;
import dev.hira.router.catalog.Catalog;
import dev.hira.router.config.PolicyConfig;
import dev.hira.router.config.SchedulerConfig;
import dev.hira.router.operator.control.PolicySource.Governance;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/** Creates the tenant policy from its configuration. */
public final class TenantSource {
    private TenantSource() {}

    /** Implements {@link PolicySource}. */
    public static Governance of(
            PolicyConfig config,
            RulesText text,
            Collection<Catalog> catalogs,
            Environment environment,
            InstantSource timeOfDay) {
        Grants grants = new Grants(config.grants(), names(catalogs));
        RuleBook rules = new RuleBook(environment.clock(), RuleFile::tell);
        RulesDesk desk = new RulesDesk(rules, RulesDesk.names(catalogs), timeOfDay);
        desk.start(text);
        Schedulers schedulers = Schedulers.builtIn(rules);
        SchedulerConfig usual = config.scheduler();
        schedulers.create(usual.name(), usual.parameters()); // reports an invalid choice now
        TenantPolicy policy =
                new TenantPolicy(
                        environment,
                        grants,
                        GateSettings.STANDARD.withSlice(config.sliceNanos()),
                        _ -> schedulers.create(usual.name(), usual.parameters()));
        policy.rules(rules);
        TenantControl control = new TenantControl(policy, grants, schedulers, choice(usual), desk);
        config.schedulers().forEach((device, own) -> control.schedule(device, choice(own)));
        return new Governance(policy, control);
    }

    private static SchedulerChoice choice(SchedulerConfig config) {
        return new SchedulerChoice(config.name(), config.parameters());
    }

    private static ResourceNames names(Collection<Catalog> catalogs) {
        return new ResourceNames(names(catalogs, false), names(catalogs, true));
    }

    private static Set<String> names(Collection<Catalog> catalogs, boolean continuous) {
        return catalogs.stream()
                .flatMap(catalog -> catalog.resources().stream())
                .filter(resource -> resource.continuous() == continuous)
                .map(Catalog.Resource::name)
                .collect(Collectors.toSet());
    }
}
