package dev.hira.router.placement;

import dev.hira.router.placement.Placement.NoPlace;
import dev.hira.router.placement.Placement.Placed;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes the server whose least used devices, as many as are wanted, have the fewest sessions; among
 * equals the one with the fewest sessions in all, then the first in the configuration. A session
 * that wants all devices counts with the mean over all of a server's.
 */
public final class LeastLoaded implements PlacementStrategy {
    private static final Comparator<DeviceView> BY_USE =
            Comparator.comparingInt(DeviceView::sessions).thenComparingInt(DeviceView::ordinal);

    @Override
    public Placement place(PlacementRequest request, List<ServerView> servers) {
        ServerView best = null;
        for (ServerView server : servers) {
            if (server.devices().size() >= Math.max(1, request.devices())
                    && isBetter(server, best, request)) {
                best = server;
            }
        }
        if (best == null) {
            return new NoPlace(noneHas(request, servers), false);
        }
        return new Placed(best, ordinals(best, request));
    }

    private static boolean isBetter(
            ServerView server, @Nullable ServerView best, PlacementRequest request) {
        if (best == null) {
            return true;
        }
        int order = Double.compare(load(server, request), load(best, request));
        return order < 0 || (order == 0 && server.sessions() < best.sessions());
    }

    private static double load(ServerView server, PlacementRequest request) {
        return leastUsed(server, request).stream()
                .mapToInt(DeviceView::sessions)
                .average()
                .orElse(0);
    }

    private static List<Integer> ordinals(ServerView server, PlacementRequest request) {
        return leastUsed(server, request).stream().map(DeviceView::ordinal).toList();
    }

    private static List<DeviceView> leastUsed(ServerView server, PlacementRequest request) {
        return request.devices() == 0
                ? server.devices()
                : server.devices().stream().sorted(BY_USE).limit(request.devices()).toList();
    }

    private static String noneHas(PlacementRequest request, List<ServerView> servers) {
        int most = servers.stream().mapToInt(s -> s.devices().size()).max().orElse(0);
        return "no API server has "
                + Math.max(1, request.devices())
                + " devices; the largest has "
                + most
                + ". Ask for fewer devices";
    }
}
