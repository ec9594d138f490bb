package dev.hira.router.operator.control;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.model.Grants;
import dev.hira.policy.schedule.Scheduler;
import dev.hira.policy.schedule.SchedulerKind;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.policy.tenant.TenantPolicy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The controls and readings of the tenant policy. */
public final class TenantControl implements PolicyControl {
    private final TenantPolicy policy;
    private final Grants grants;
    private final Schedulers schedulers;
    private final SchedulerChoice usual;
    private final RulesDesk rules;
    private final Map<String, SchedulerChoice> chosen = new ConcurrentHashMap<>();

    /**
     * @param grants the policy's grants
     * @param usual the scheduler that a device gets first
     * @param rules the rules that the policy asks
     */
    public TenantControl(
            TenantPolicy policy,
            Grants grants,
            Schedulers schedulers,
            SchedulerChoice usual,
            RulesDesk rules) {
        this.policy = policy;
        this.grants = grants;
        this.schedulers = schedulers;
        this.usual = complete(schedulers, usual);
        this.rules = rules;
    }

    @Override
    public Grants grants() {
        return grants;
    }

    @Override
    public Optional<String> problem() {
        return Optional.empty();
    }

    @Override
    public List<DeviceUse> devices() {
        return policy.devices();
    }

    @Override
    public int strain(String device) {
        return policy.strain(device);
    }

    @Override
    public Schedulers schedulers() {
        return schedulers;
    }

    @Override
    public SchedulerChoice usualScheduler() {
        return usual;
    }

    @Override
    public SchedulerChoice scheduler(String device) {
        return chosen.getOrDefault(device, usual);
    }

    @Override
    public synchronized void schedule(String device, SchedulerChoice choice) {
        Scheduler next = schedulers.create(choice.name(), choice.parameters());
        policy.schedule(device, next);
        chosen.put(device, complete(schedulers, choice));
    }

    @Override
    public Map<String, SchedulerChoice> ownSchedulers() {
        return Map.copyOf(chosen);
    }

    @Override
    public synchronized void scheduleAsUsual(String device) {
        schedule(device, usual);
        chosen.remove(device);
    }

    @Override
    public RulesText rules() {
        return rules.current();
    }

    @Override
    public RulesLoad loadRules(
            String text, String source, boolean checkOnly, Consumer<RulesText> first) {
        return rules.load(text, source, checkOnly, first);
    }

    /** Returns the choice with defaults for all missing parameters. */
    private static SchedulerChoice complete(Schedulers schedulers, SchedulerChoice choice) {
        Map<String, String> all = new TreeMap<>(choice.parameters());
        for (SchedulerKind kind : schedulers.kinds()) {
            if (kind.name().equals(choice.name())) {
                kind.parameters().forEach(p -> all.putIfAbsent(p.name(), p.fallback()));
            }
        }
        return new SchedulerChoice(choice.name(), all);
    }
}
