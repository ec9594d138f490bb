package dev.hira.router.session;

import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog.Resource;
import dev.hira.router.judge.VmLimits;
import dev.hira.router.placement.MoveNeeds;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.PlacementRequest;

/** Finds another place for an open session. */
public final class PlaceAgain {
    private PlaceAgain() {}

    /**
     * Takes a place that the strategy chooses among those where the session's objects can exist.
     *
     * @param avoided name of a server that must not take it; empty: none
     */
    public static PlacementDecision find(
            RouterServices services, SessionFacts facts, String avoided) {
        PlacementRequest request =
                new PlacementRequest(
                        facts.vm(),
                        facts.catalog().api(),
                        facts.placed().ordinals().size(),
                        VmLimits.memory(services.grants().state().of(facts.vm()), facts.catalog()));
        Placed now = facts.placed();
        // The books do not show how the memory is distributed over several devices.
        long held = now.ordinals().size() == 1 ? memory(facts) : 0;
        return services.pool()
                .placeAgain(request, new MoveNeeds(facts.arena(), now.granule(), held, avoided));
    }

    private static long memory(SessionFacts facts) {
        return facts.catalog().resources().stream()
                .filter(resource -> resource.role() == ResourceRole.DEVICE_MEMORY)
                .mapToInt(Resource::index)
                .mapToLong(facts.ledger()::held)
                .sum();
    }
}
