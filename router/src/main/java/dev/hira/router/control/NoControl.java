package dev.hira.router.control;

import dev.hira.policy.gate.DeviceUse;
import dev.hira.policy.model.Grants;
import dev.hira.policy.schedule.Schedulers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The levers of a policy that has none, such as one that admits everything. */
public final class NoControl implements PolicyControl {
    private static final String PROBLEM =
            "this router's policy knows neither grants nor schedulers; start it with the policy for"
                    + " tenants";

    private final Grants grants = new Grants();
    private final Schedulers schedulers;

    /**
     * @param schedulers those that other policies know
     */
    public NoControl(Schedulers schedulers) {
        this.schedulers = schedulers;
    }

    @Override
    public Grants grants() {
        return grants;
    }

    @Override
    public Optional<String> problem() {
        return Optional.of(PROBLEM);
    }

    @Override
    public List<DeviceUse> devices() {
        return List.of();
    }

    @Override
    public Schedulers schedulers() {
        return schedulers;
    }

    @Override
    public SchedulerChoice scheduler(String device) {
        return new SchedulerChoice("none", Map.of());
    }

    @Override
    public RulesText rules() {
        return RulesText.NONE;
    }

    @Override
    public RulesLoad loadRules(String text, String source, boolean checkOnly) {
        throw new IllegalStateException(PROBLEM);
    }

    @Override
    public void schedule(String device, SchedulerChoice choice) {
        throw new IllegalStateException(PROBLEM);
    }
}
