package dev.hira.server.host;

/**
 * What a device is, and how it is doing.
 *
 * @param name as the device itself tells it
 * @param profile what it was configured from
 * @param memoryGranule what allocations are rounded up to, a power of two
 * @param busyNanos how long it has been at work since it exists
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
