package dev.hira.router.testing;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.ResourceNames;
import dev.hira.policy.rules.RuleBook;
import dev.hira.policy.schedule.HostCredits;
import dev.hira.policy.schedule.catalog.Schedulers;
import dev.hira.router.operator.control.PolicyControl;
import dev.hira.router.operator.control.RulesDesk;
import dev.hira.router.operator.control.RulesLoad;
import dev.hira.router.operator.control.RulesText;
import dev.hira.router.operator.control.SchedulerChoice;
import dev.hira.router.operator.control.VmOnDevice;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Controls without effect, and readings that a test sets. */
public final class TestControl implements PolicyControl {
    /** The use of devices by VMs. */
    public final List<VmOnDevice> uses = new CopyOnWriteArrayList<>();

    private final RulesDesk rules =
            new RulesDesk(
                    new RuleBook(() -> 0, failure -> {}),
                    RulesDesk.names(List.of(new ToyCatalog())),
                    InstantSource.fixed(Instant.EPOCH));
    private final Schedulers schedulers = Schedulers.standard(new HostCredits());
    private final Map<String, SchedulerChoice> chosen = new ConcurrentHashMap<>();
    private final Grants grants =
            new Grants(
                    GrantsState.initial(Grant.STANDARD),
                    new ResourceNames(Set.of("calls"), Set.of("memory")));

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
        return List.of();
    }

    @Override
    public List<VmOnDevice> uses() {
        return uses;
    }

    @Override
    public Schedulers schedulers() {
        return schedulers;
    }

    @Override
    public SchedulerChoice usualScheduler() {
        return new SchedulerChoice("none", Map.of());
    }

    @Override
    public SchedulerChoice scheduler(String device) {
        return chosen.getOrDefault(device, usualScheduler());
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

    @Override
    public void schedule(String device, SchedulerChoice choice) {
        schedulers.create(choice.name(), choice.parameters());
        chosen.put(device, choice);
    }

    @Override
    public Map<String, SchedulerChoice> ownSchedulers() {
        return Map.copyOf(chosen);
    }

    @Override
    public void scheduleAsUsual(String device) {
        chosen.remove(device);
    }
}
