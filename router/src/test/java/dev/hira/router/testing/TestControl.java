package dev.hira.router.testing;

import dev.hira.policy.model.Grant;
import dev.hira.policy.model.Grants;
import dev.hira.policy.model.GrantsState;
import dev.hira.policy.model.ResourceNames;
import dev.hira.router.control.DeviceUse;
import dev.hira.router.control.PolicyControl;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Levers that move nothing, and gauges that a test sets. */
public final class TestControl implements PolicyControl {
    /** What VMs do. */
    public final List<DeviceUse> uses = new CopyOnWriteArrayList<>();

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
    public List<DeviceUse> uses() {
        return uses;
    }
}
