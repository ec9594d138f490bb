package dev.hira.sim.memory;

import dev.hira.api.AddressWindow;
import org.jspecify.annotations.Nullable;

/** The texts of refused placements in a space. */
final class PlacementTexts {
    private final AddressWindow window;
    private final MemoryBudget budget;

    PlacementTexts(AddressWindow window, MemoryBudget budget) {
        this.window = window;
        this.budget = budget;
    }

    /** Returns the fault in an address and a size that a guest has chosen, or null. */
    @Nullable String ofGuest(long start, long bytes) {
        if (bytes <= 0) {
            return "an allocation needs at least 1 byte, not " + Long.toUnsignedString(bytes);
        }
        if (start % AddressSpace.ALIGNMENT != 0) {
            return "the address "
                    + AddressSpace.hex(start)
                    + " is not a multiple of "
                    + AddressSpace.ALIGNMENT
                    + ", the alignment of allocations";
        }
        if (start < window.start() || start >= window.deviceStart()) {
            return "the address "
                    + AddressSpace.hex(start)
                    + " is outside the addresses that this context's guest may choose, "
                    + AddressSpace.hex(window.start())
                    + " to "
                    + AddressSpace.hex(window.deviceStart() - 1);
        }
        return null;
    }

    /** The text for memory that does not suffice. */
    String noMemory(long bytes) {
        return "there is no room for "
                + Long.toUnsignedString(bytes)
                + " bytes: "
                + budget.used()
                + " of the device's "
                + budget.capacity()
                + " are allocated"
                + (budget.retiring() == 0
                        ? ""
                        : ", and " + budget.retiring() + " more are freed when work ends");
    }

    /** The text for an allocation that ends beyond all addresses of its region. */
    static String tooFarUp(long start, long bytes, long end) {
        return "the "
                + bytes
                + " bytes at "
                + AddressSpace.hex(start)
                + " end beyond the context's addresses, which reach to "
                + AddressSpace.hex(end - 1)
                + ", "
                + SpaceRegions.REACH
                + " times the device's memory; free the allocations below";
    }

    /** The text for an allocation that overlaps another. */
    static String overlaps(long start, long bytes, Allocation<?> other) {
        return "the "
                + bytes
                + " bytes at "
                + AddressSpace.hex(start)
                + " overlap the allocation of "
                + other.bytes()
                + " bytes at "
                + AddressSpace.hex(other.start());
    }
}
