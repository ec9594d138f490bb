package dev.hira.server.host;

import java.util.Set;

/**
 * The properties and the present state of a device.
 *
 * @param apis the numbers of the APIs whose sessions can use it
 * @param name the name that the device reports
 * @param profile the profile that it was configured from
 * @param memoryGranule the granularity of allocations, a power of two
 * @param holdsKernels whether it can hold the kernels of one session while others run
 * @param immovable whether sessions can neither be moved to or from it nor be recreated at it
 * @param busyNanos the time that it has been busy since it exists
 * @param load the share of recent time in which it was busy, 0..1
 */
public record DeviceReport(
        int ordinal,
        Set<Integer> apis,
        String name,
        String profile,
        long totalMemory,
        long freeMemory,
        long memoryGranule,
        boolean holdsKernels,
        boolean immovable,
        int multiprocessors,
        int clockKhz,
        long busyNanos,
        double load) {
    public DeviceReport {
        apis = Set.copyOf(apis);
    }
}
