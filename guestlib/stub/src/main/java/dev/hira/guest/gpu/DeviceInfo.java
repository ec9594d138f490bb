package dev.hira.guest.gpu;

/**
 * The properties of a device.
 *
 * @param ordinal its index among the devices that this program sees
 * @param computeCapability for example {@code 8.6}
 * @param memoryBytes its total memory
 * @param clockKilohertz the clock rate of its multiprocessors
 * @param sharedMemoryPerBlock the shared memory available to a block, in bytes
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
