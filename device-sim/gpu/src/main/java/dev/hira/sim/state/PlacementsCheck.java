package dev.hira.sim.state;

import dev.hira.api.AddressWindow;
import dev.hira.api.StateException;
import dev.hira.sim.driver.object.CudaFailures;
import dev.hira.sim.driver.object.Placements;
import dev.hira.sim.memory.AddressSpace;
import dev.hira.sim.memory.Range;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Checks that a process could have made the choices that it is to repeat. */
final class PlacementsCheck {
    private static final long MOST_IDS = 1L << 62;

    /** The ends of all ranges by their starts; contexts have disjoint addresses. */
    private final TreeMap<Long, Long> ranges = new TreeMap<>();

    private PlacementsCheck() {}

    /**
     * Checks the choices.
     *
     * @throws StateException when no process makes them
     */
    static void require(Placements placements) {
        checkIds(placements);
        PlacementsCheck check = new PlacementsCheck();
        placements.heaps().forEach(check::add);
        for (Placements.OfModule module : placements.modules().values()) {
            module.variables().forEach(range -> check.add(module.context(), range));
        }
        placements.next().forEach(PlacementsCheck::checkNext);
    }

    private static void checkNext(long context, long address) {
        if (!AddressWindow.exists(context)
                || address < AddressWindow.of(context).deviceStart()
                || address > AddressWindow.of(context).end()
                || address % AddressSpace.ALIGNMENT != 0) {
            throw new StateException(
                    "the state lets the context "
                            + CudaFailures.hex(context)
                            + " place memory from "
                            + CudaFailures.hex(address)
                            + " on, where the device chooses no addresses of this context");
        }
    }

    private static void checkIds(Placements placements) {
        long last = placements.lastId();
        if (last < 0 || last > MOST_IDS) {
            throw new StateException("the state has " + last + " as the last number of an object");
        }
        Set<Long> seen = new HashSet<>();
        for (Map.Entry<Long, Long> id : placements.ids().entrySet()) {
            if (id.getValue() <= 0 || id.getValue() > last || !seen.add(id.getValue())) {
                throw new StateException(
                        "the state gives the object "
                                + CudaFailures.hex(id.getKey())
                                + " the number "
                                + id.getValue()
                                + ", which is taken or not one of 1 to "
                                + last);
            }
        }
    }

    private void add(long context, Range range) {
        if (!AddressWindow.exists(context) || !fits(AddressWindow.of(context), range)) {
            throw new StateException(
                    "the state places "
                            + range.bytes()
                            + " bytes of the context "
                            + CudaFailures.hex(context)
                            + " at "
                            + CudaFailures.hex(range.start())
                            + ", where the device chooses no addresses of this context");
        }
        long end = range.start() + AddressSpace.roundUp(range.bytes());
        Map.@Nullable Entry<Long, Long> before = ranges.lowerEntry(end);
        if (before != null && before.getValue() > range.start()) {
            throw new StateException(
                    "the state places memory at "
                            + CudaFailures.hex(range.start())
                            + " and at "
                            + CudaFailures.hex(before.getKey())
                            + ", which overlap");
        }
        ranges.put(range.start(), end);
    }

    private static boolean fits(AddressWindow window, Range range) {
        return range.start() >= window.deviceStart()
                && range.start() < window.end()
                && range.start() % AddressSpace.ALIGNMENT == 0
                && range.bytes() > 0
                && range.bytes() <= window.end() - range.start();
    }
}
