package dev.hira.router.placement;

/**
 * A device as placement sees it.
 *
 * @param ordinal its number at its server
 * @param api the API whose sessions can use it
 * @param name its model, for people
 * @param memoryBytes how much memory it has
 * @param sessions how many sessions of this router see it
 */
public record DeviceView(int ordinal, int api, String name, long memoryBytes, int sessions) {}
