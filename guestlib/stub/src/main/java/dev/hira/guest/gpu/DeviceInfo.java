package dev.hira.guest.gpu;

/**
 * What a device is.
 *
 * @param ordinal its number among the devices that this program sees
 * @param computeCapability for example {@code 8.6}
 * @param memoryBytes all of its memory
 * @param clockKilohertz of its multiprocessors
 * @param sharedMemoryPerBlock bytes
 */
public record DeviceInfo(
        int ordinal,
        String name,
        String computeCapability,
        long memoryBytes,
        int multiprocessors,
        int clockKilohertz,
        int maxThreadsPerBlock,
        int warpSize,
        int sharedMemoryPerBlock) {}
