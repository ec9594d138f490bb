package dev.hira.router.placement;

import java.util.Set;

/**
 * A device as placement sees it.
 *
 * @param ordinal its number at its server
 * @param api the API whose sessions can use it
 * @param name its model, for people
 * @param memoryBytes how much memory it has
 * @param freeBytes how much of it was free when the server told last
 * @param granule what allocations of its memory are rounded up to, a power of two
 * @param score how fast it is, in comparison with others: processors times clock
 * @param sessions how many sessions of this router see it
 * @param vms the VMs that these belong to
 * @param strain how many VMs more it should seem to have
 */
public record DeviceView(
        int ordinal,
        int api,
        String name,
        long memoryBytes,
        long freeBytes,
        long granule,
        long score,
        int sessions,
        Set<String> vms,
        int strain) {
    public DeviceView {
        if (Long.bitCount(granule) != 1) {
            throw new IllegalArgumentException(
                    "The device "
                            + name
                            + " rounds allocations up to "
                            + granule
                            + " bytes, which is no power of two.");
        }
        vms = Set.copyOf(vms);
    }

    /** A device that nobody sees yet. */
    public static DeviceView idle(int ordinal, int api, String name, long memoryBytes) {
        return new DeviceView(ordinal, api, name, memoryBytes, memoryBytes, 1, 1, 0, Set.of(), 0);
    }

    /** The same with those who see it. */
    DeviceView seenBy(int itsSessions, Set<String> itsVms) {
        return new DeviceView(
                ordinal,
                api,
                name,
                memoryBytes,
                freeBytes,
                granule,
                score,
                itsSessions,
                itsVms,
                strain);
    }

    /** The same under a strain. */
    DeviceView strained(int more) {
        return new DeviceView(
                ordinal, api, name, memoryBytes, freeBytes, granule, score, sessions, vms, more);
    }
}
