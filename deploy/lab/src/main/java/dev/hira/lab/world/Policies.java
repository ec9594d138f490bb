package dev.hira.lab.world;

import dev.hira.policy.gate.GateSettings;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.GrantBuilder;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.ResourceNames;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.SchedulerKind;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.tenant.Environment;
import dev.hira.policy.tenant.TenantPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Makes the router's policies for worlds. */
public final class Policies {
    /** An amount of work, in nanoseconds, that no guest submits. */
    private static final long UNBOUNDED = 1_000_000_000_000L;

    private static final Schedulers SCHEDULERS = Schedulers.standard(new HostCredits());

    private Policies() {}

    /** Returns the names of all schedulers. */
    public static List<String> schedulers() {
        return SCHEDULERS.kinds().stream().map(SchedulerKind::name).toList();
    }

    /**
     * Checks the name and the parameters of a scheduler.
     *
     * @throws IllegalArgumentException when there is no such scheduler or parameter
     */
    public static void check(String scheduler, Map<String, String> parameters) {
        SCHEDULERS.create(scheduler, parameters);
    }

    /**
     * Returns a policy for tenants with grants, on devices under a scheduler.
     *
     * @param grants makes the grant of each VM from the standard grant
     */
    public static WorldPlan.PolicyFactory tenants(
            String scheduler,
            Map<String, String> parameters,
            Map<String, UnaryOperator<GrantBuilder>> grants) {
        return (clock, alarm, devices) -> {
            HostGrants host = new HostGrants();
            return new TenantPolicy(
                    new Environment(clock, alarm),
                    new Grants(state(grants), ResourceNames.ANY),
                    gate(scheduler),
                    device -> scheduler(scheduler, parameters, host));
        };
    }

    /** Without a scheduler the driver gets all work that guests submit, and orders it itself. */
    private static GateSettings gate(String scheduler) {
        return scheduler.equals("none")
                ? GateSettings.STANDARD.withSlice(UNBOUNDED)
                : GateSettings.STANDARD;
    }

    private static Scheduler scheduler(
            String name, Map<String, String> parameters, HostGrants host) {
        return Schedulers.standard(host).create(name, parameters);
    }

    private static GrantsState state(Map<String, UnaryOperator<GrantBuilder>> grants) {
        GrantsState state = GrantsState.initial(Grant.STANDARD);
        for (var entry : grants.entrySet()) {
            Grant grant = entry.getValue().apply(Grant.STANDARD.edit()).build();
            state = state.withOwn(entry.getKey(), grant);
        }
        return state;
    }
}
