package dev.hira.router.placement;

import java.util.List;

/**
 * An API server's report about itself.
 *
 * @param maxSessions most sessions that it takes; 0: not reported
 * @param draining whether it takes no new sessions
 * @param sharesMemory whether it may map memory that the router offers
 */
public record ServerReport(
        List<DeviceView> devices, int maxSessions, boolean draining, boolean sharesMemory) {
    public ServerReport {
        devices = List.copyOf(devices);
    }
}
