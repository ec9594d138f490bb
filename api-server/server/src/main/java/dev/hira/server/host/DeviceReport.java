package dev.hira.server.host;

/**
 * The properties and the present state of a device.
 *
 * @param name the name that the device reports
 * @param profile the profile that it was configured from
 * @param memoryGranule the granularity of allocations, a power of two
 * @param busyNanos the time that it has been busy since it exists
 * @param load the share of recent time in which it was busy, 0..1
 */
public record DeviceReport(
        int ordinal,
        String name,
        String profile,
        long totalMemory,
        long freeMemory,
        long memoryGranule,
        int multiprocessors,
        int clockKhz,
        long busyNanos,
        double load) {}
