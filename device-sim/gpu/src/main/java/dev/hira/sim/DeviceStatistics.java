package dev.hira.sim;

import dev.hira.sim.engine.EngineCounters;
import dev.hira.sim.kernel.KernelStatistics;
import java.util.List;

/**
 * What a device is doing.
 *
 * @param ordinal its number on its host
 * @param memoryBytes what it has
 * @param usedBytes what is allocated
 * @param retiringBytes what is freed but still used by work under way
 * @param counters what it has done since the start
 * @param kernels which kernels it has run since the start, and how
 * @param findings how many mistakes of kernels were found, when they are checked
 */
public record DeviceStatistics(
        int ordinal,
        long memoryBytes,
        long usedBytes,
        long retiringBytes,
        EngineCounters.Snapshot counters,
        List<KernelStatistics> kernels,
        long findings) {}
