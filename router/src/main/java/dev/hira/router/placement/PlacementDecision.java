package dev.hira.router.placement;

import java.net.URI;
import java.util.List;

/** The place of a session, or the reason why it has none. */
public sealed interface PlacementDecision {
    /**
     * A place.
     *
     * @param ordinals the server's devices that the session sees, in order
     * @param granule the unit of allocations that holds for all of these devices
     */
    record Placed(ServerView server, List<Integer> ordinals, long granule)
            implements PlacementDecision {
        /** The place of a session that is at no server, because its VM is suspended. */
        public static final Placed NOWHERE = new Placed(ServerView.NOWHERE, List.of());

        public Placed {
            ordinals = List.copyOf(ordinals);
        }

        /** Creates a place at devices that the server has reported. */
        public Placed(ServerView server, List<Integer> ordinals) {
            this(server, ordinals, granule(server, ordinals));
        }

        /** Returns a place that a session has left, perhaps in an earlier process of the router. */
        public static Placed former(URI server, String name, List<Integer> ordinals, long granule) {
            return new Placed(ServerView.gone(name, server), ordinals, granule);
        }

        private static long granule(ServerView server, List<Integer> ordinals) {
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
     * @param temporary whether a server may become available soon
     */
    record NoPlace(String reason, boolean temporary) implements PlacementDecision {}
}
