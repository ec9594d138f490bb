package dev.hira.router.placement;

import java.util.Set;

/**
 * A device as placement sees it.
 *
 * @param ordinal its number at its server
 * @param apis the APIs whose sessions can use it
 * @param name its model, for people
 * @param memoryBytes its memory
 * @param freeBytes its free memory as of the server's last report
 * @param granule the unit to which its allocations are rounded up, a power of two
 * @param score its speed relative to others: processors times clock
 * @param sessions number of sessions of this router that see it
 * @param vms the VMs of these sessions
 * @param strain number of VMs to count in addition to the present ones
 * @param holdsKernels whether it can hold the kernels of one session while others run
 * @param immovable whether sessions can neither be moved to or from it nor be recreated at it
 */
public record DeviceView(
        int ordinal,
        Set<Integer> apis,
        String name,
        long memoryBytes,
        long freeBytes,
        long granule,
        long score,
        int sessions,
        Set<String> vms,
        int strain,
        boolean holdsKernels,
        boolean immovable) {
    public DeviceView {
        if (Long.bitCount(granule) != 1) {
            throw new IllegalArgumentException(
                    "the device "
                            + name
                            + " rounds allocations up to "
                            + granule
                            + " bytes, which is not a power of two");
        }
        apis = Set.copyOf(apis);
        vms = Set.copyOf(vms);
    }

    /** Returns a device of one API without sessions. */
    public static DeviceView idle(int ordinal, int api, String name, long memoryBytes) {
        return new DeviceView(
                ordinal,
                Set.of(api),
                name,
                memoryBytes,
                memoryBytes,
                1,
                1,
                0,
                Set.of(),
                0,
                false,
                false);
    }

    /** Returns the device with its sessions and VMs. */
    DeviceView seenBy(int itsSessions, Set<String> itsVms) {
        return new DeviceView(
                ordinal,
                apis,
                name,
                memoryBytes,
                freeBytes,
                granule,
                score,
                itsSessions,
                itsVms,
                strain,
                holdsKernels,
                immovable);
    }

    /** Returns the device with a strain. */
    DeviceView strained(int more) {
        return new DeviceView(
                ordinal,
                apis,
                name,
                memoryBytes,
                freeBytes,
                granule,
                score,
                sessions,
                vms,
                more,
                holdsKernels,
                immovable);
    }
}
