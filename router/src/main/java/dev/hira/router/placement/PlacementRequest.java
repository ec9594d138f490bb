package dev.hira.router.placement;

/**
 * The requirements of a session.
 *
 * @param vm the VM that it belongs to
 * @param api the number of its API
 * @param devices number of devices that it wants to see; 0: all devices of a server
 * @param memoryBytes memory that its VM may hold on a device; 0: unlimited
 */
public record PlacementRequest(String vm, int api, int devices, long memoryBytes) {
    /** Returns the number of devices that a server must have. */
    int atLeast() {
        return Math.max(1, devices);
    }
}
