package dev.hira.sim.check;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Publishes the accesses of threads through strong writes. */
final class Publications {
    private Publications() {}

    /**
     * Records the clock that a thread publishes at an address.
     *
     * @param now null when it publishes nothing
     * @param besides whether the clock published there before stays, as with atomic changes
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
