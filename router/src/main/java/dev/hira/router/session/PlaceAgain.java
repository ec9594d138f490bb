package dev.hira.router.session;

import dev.hira.policy.model.ResourceRole;
import dev.hira.router.catalog.Catalog.Resource;
import dev.hira.router.judge.VmLimits;
import dev.hira.router.placement.MoveNeeds;
import dev.hira.router.placement.PlacementDecision;
import dev.hira.router.placement.PlacementRequest;
import dev.hira.router.placement.ServerView;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

/** Finds another place for an open session. */
public final class PlaceAgain {
    private PlaceAgain() {}

    /**
     * Takes a place that the strategy chooses among those where the session's objects can exist.
     *
     * @param refusals the servers that cannot take it, with their reasons
     */
    public static PlacementDecision find(
            RouterServices services, SessionView facts, Map<String, String> refusals) {
        // The books do not show how the memory is distributed over several devices.
        long held = facts.placed().ordinals().size() == 1 ? memory(facts) : 0;
        return services.pool().placeAgain(request(services, facts), needs(facts, held, refusals));
    }

    /**
     * Returns the servers, with their devices, where the session's objects can exist and its shared
     * memory can be mapped.
     *
     * @param freeBytes memory that each device must have free
     */
    public static List<ServerView> places(
            RouterServices services, SessionView facts, long freeBytes) {
        return services.pool().able(request(services, facts), needs(facts, freeBytes, Map.of()));
    }

    /** Returns the device memory that a session holds. */
    public static long memory(SessionView facts) {
        return memory(facts, facts.ledger()::held);
    }

    /** Returns the device memory that a session holds, or that it held until it was suspended. */
    public static long neededMemory(SessionView facts) {
        return memory(facts, facts.ledger()::needed);
    }

    private static long memory(SessionView facts, IntToLongFunction amount) {
        return facts.catalog().resources().stream()
                .filter(resource -> resource.role() == ResourceRole.DEVICE_MEMORY)
                .mapToInt(Resource::index)
                .mapToLong(amount)
                .sum();
    }

    private static PlacementRequest request(RouterServices services, SessionView facts) {
        return new PlacementRequest(
                facts.vm(),
                facts.catalog().api(),
                facts.placed().ordinals().size(),
                VmLimits.memory(services.grants().state().of(facts.vm()), facts.catalog()));
    }

    private static MoveNeeds needs(
            SessionView facts, long freeBytes, Map<String, String> refusals) {
        return new MoveNeeds(facts.arena(), facts.placed().granule(), freeBytes, refusals);
    }
}
