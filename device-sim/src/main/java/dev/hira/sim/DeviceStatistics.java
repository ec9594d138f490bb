package dev.hira.sim;

import dev.hira.sim.engine.Counters;

/**
 * What a device is doing.
 *
 * @param ordinal its number on its host
 * @param memoryBytes what it has
 * @param usedBytes what is allocated
 * @param retiringBytes what is freed but still used by work under way
 * @param counters what it has done since the start
 */
public record DeviceStatistics(
        int ordinal,
        long memoryBytes,
        long usedBytes,
        long retiringBytes,
        Counters.Snapshot counters) {}
