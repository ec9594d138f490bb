package dev.hira.router.placement;

/**
 * What a session needs.
 *
 * @param vm the VM that it belongs to
 * @param api the number of its API
 * @param devices how many devices it wants to see; 0: all that a server has
 * @param memoryBytes how much memory its VM may hold on a device; 0: that is not limited
 */
public record PlacementRequest(String vm, int api, int devices, long memoryBytes) {
    /** How many devices a server must have. */
    int atLeast() {
        return Math.max(1, devices);
    }
}
