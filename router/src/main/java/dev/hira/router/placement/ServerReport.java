package dev.hira.router.placement;

import java.util.List;

/**
 * What an API server told of itself.
 *
 * @param apis the numbers of the APIs that it has
 * @param maxSessions how many sessions it takes; 0: it does not say
 * @param draining whether it takes no more
 * @param sharesMemory whether it may map memory that the router offers
 */
public record ServerReport(
        List<Integer> apis,
        List<DeviceView> devices,
        int maxSessions,
        boolean draining,
        boolean sharesMemory) {
    public ServerReport {
        apis = List.copyOf(apis);
        devices = List.copyOf(devices);
    }
}
