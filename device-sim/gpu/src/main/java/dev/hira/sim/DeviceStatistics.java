package dev.hira.sim;

import dev.hira.sim.engine.cost.EngineCounters;
import dev.hira.sim.kernel.KernelStatistics;
import java.util.List;

/**
 * The state and counters of one device at one moment.
 *
 * @param ordinal the device's number on its host
 * @param memoryBytes the capacity of device memory
 * @param usedBytes allocated bytes
 * @param retiringBytes freed bytes that unfinished work still uses
 * @param counters work done since the start
 * @param kernels the kernels run since the start, with their statistics
 * @param findings the number of kernel mistakes found, when kernels are checked
 */
public record DeviceStatistics(
        int ordinal,
        long memoryBytes,
        long usedBytes,
        long retiringBytes,
        EngineCounters.Snapshot counters,
        List<KernelStatistics> kernels,
        long findings) {}
