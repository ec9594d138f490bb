package dev.hira.router.placement;

import java.util.List;

/** Chooses a server and devices. Stateless; called under the pool's lock. */
@FunctionalInterface
public interface PlacementStrategy {
    /**
     * @param servers the servers that serve, with their devices for the API, in the order of the
     *     configuration, never empty
     */
    PlacementDecision place(PlacementRequest request, List<ServerView> servers);
}
