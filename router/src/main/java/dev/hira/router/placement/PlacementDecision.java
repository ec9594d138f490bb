package dev.hira.router.placement;

import java.util.List;

/** Where a session goes, or why nowhere. */
public sealed interface PlacementDecision {
    /**
     * A place.
     *
     * @param ordinals the server's devices that the session sees, in order
     */
    record Placed(ServerView server, List<Integer> ordinals) implements PlacementDecision {
        public Placed {
            ordinals = List.copyOf(ordinals);
        }

        /** What allocations take at least on any of the devices, and multiples of it. */
        public long granule() {
            return server.devices().stream()
                    .filter(device -> ordinals.contains(device.ordinal()))
                    .mapToLong(DeviceView::granule)
                    .max()
                    .orElse(1);
        }
    }

    /**
     * No place.
     *
     * @param reason a sentence for the guest's user
     * @param temporary whether it is worth to wait for a server
     */
    record NoPlace(String reason, boolean temporary) implements PlacementDecision {}
}
