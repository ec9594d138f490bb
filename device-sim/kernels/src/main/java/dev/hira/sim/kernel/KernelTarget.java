package dev.hira.sim.kernel;

/**
 * The device for which kernels are loaded and on which they run, as far as they depend on it.
 *
 * @param deviceName the name that the device reports
 * @param multiprocessors the number of its multiprocessors
 * @param clockKhz the clock of the multiprocessors in kHz
 * @param major the major number of the compute capability
 * @param minor the minor number of the compute capability
 * @param memoryRate the bandwidth of the device memory in 10<sup>6</sup> bytes per second
 * @param limits the limits on kernels
 */
public record KernelTarget(
        String deviceName,
        int multiprocessors,
        int clockKhz,
        int major,
        int minor,
        long memoryRate,
        KernelLimits limits) {}
