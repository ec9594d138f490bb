package dev.hira.router.control;

import dev.hira.policy.model.Grants;
import java.util.List;
import java.util.Optional;

/** The levers of a policy that has none, such as one that admits everything. */
public final class NoControl implements PolicyControl {
    private final Grants grants = new Grants();

    @Override
    public Grants grants() {
        return grants;
    }

    @Override
    public Optional<String> problem() {
        return Optional.of(
                "this router's policy knows no grants; start it with the policy for tenants");
    }

    @Override
    public List<DeviceUse> uses() {
        return List.of();
    }
}
