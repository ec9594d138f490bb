package dev.hira.sim.profile;

import dev.hira.sim.kernel.KernelLimits;
import dev.hira.sim.kernel.KernelTarget;

/**
 * The properties of a simulated device.
 *
 * @param name selects the profile, for example {@code small}
 * @param deviceName the name that the device reports
 * @param memoryBytes the device memory that contexts can allocate
 * @param multiprocessors the number of SMs
 * @param clockKhz the clock of the SMs
 * @param memoryClockKhz the clock of the memory
 * @param memoryBusBits the width of the memory's bus
 * @param major the major number of the compute capability
 * @param minor the minor number of the compute capability
 * @param copyEngines 1 (one for all copies), 2 (one each way) or more (one more for copies on the
 *     device)
 * @param rates the speeds of transfers
 * @param costs the fixed times of operations
 * @param limits the limits of kernels
 */
public record DeviceProfile(
        String name,
        String deviceName,
        long memoryBytes,
        int multiprocessors,
        int clockKhz,
        int memoryClockKhz,
        int memoryBusBits,
        int major,
        int minor,
        int copyEngines,
        Rates rates,
        Costs costs,
        KernelLimits limits) {
    /** The alignment and granularity of allocations. */
    public static final long ALIGNMENT = 512;

    /** The largest memory of a device: it fits three quarters of a context's window. */
    public static final long MAX_MEMORY = 3L << 36;

    public DeviceProfile {
        if (memoryBytes <= 0 || memoryBytes > MAX_MEMORY || memoryBytes % ALIGNMENT != 0) {
            throw new IllegalArgumentException(
                    "a device cannot have "
                            + memoryBytes
                            + " bytes of memory; give a positive multiple of "
                            + ALIGNMENT
                            + " up to "
                            + MAX_MEMORY);
        }
        requirePositive("multiprocessors", multiprocessors);
        requirePositive("the clock in kHz", clockKhz);
        requirePositive("copy engines", copyEngines);
    }

    /**
     * The speeds of transfers, in 10<sup>6</sup> bytes per second.
     *
     * @param memory the device memory, reads and writes together
     * @param pinnedToDevice over the bus, from pinned host memory
     * @param pinnedToHost over the bus, to pinned host memory
     * @param pageableToDevice from other host memory
     * @param pageableToHost to other host memory
     */
    public record Rates(
            long memory,
            long pinnedToDevice,
            long pinnedToHost,
            long pageableToDevice,
            long pageableToHost) {
        public Rates {
            requirePositive("the memory bandwidth", memory);
            requirePositive("the bandwidth from pinned memory", pinnedToDevice);
            requirePositive("the bandwidth to pinned memory", pinnedToHost);
            requirePositive("the bandwidth from pageable memory", pageableToDevice);
            requirePositive("the bandwidth to pageable memory", pageableToHost);
        }
    }

    /**
     * The fixed times of operations in addition to moving bytes, in nanoseconds.
     *
     * @param copySetup to set up a copy
     * @param fillSetup to set up a fill
     * @param launch to launch a kernel
     * @param contextSwitch to switch the compute engine from one context to another
     */
    public record Costs(long copySetup, long fillSetup, long launch, long contextSwitch) {
        /** Returns the device time as which an operation counts at least on the real clock. */
        public long least() {
            return Math.min(launch, copySetup);
        }
    }

    /** The part of this profile that kernels depend on. */
    public KernelTarget target() {
        return new KernelTarget(
                deviceName, multiprocessors, clockKhz, major, minor, rates.memory(), limits);
    }

    private static void requirePositive(String what, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(
                    "a device needs at least 1 for " + what + ", not " + value);
        }
    }
}
