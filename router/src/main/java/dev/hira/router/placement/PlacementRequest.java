package dev.hira.router.placement;

/**
 * What a session needs.
 *
 * @param vm the VM that it belongs to
 * @param api the number of its API
 * @param devices how many devices it wants to see; 0: all that a server has
 */
public record PlacementRequest(String vm, int api, int devices) {}
