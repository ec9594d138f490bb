package dev.hira.sim.check;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How strong writes publish what threads did. */
final class Publications {
    private Publications() {}

    /**
     * Enters what a thread publishes at an address.
     *
     * @param now null when it publishes nothing
     * @param besides whether what was published there before stays, as with atomic changes
     */
    static void enter(
            Map<Long, BlockClocks.Published> all,
            long address,
            BlockClocks.@Nullable Published now,
            boolean besides) {
        if (now != null) {
            if (besides) {
                all.merge(address, now, BlockClocks::both);
            } else {
                all.put(address, now);
            }
        } else if (!besides && !all.isEmpty()) {
            all.remove(address);
        }
    }
}
