package dev.hira.router.placement;

import dev.hira.policy.model.GrantText;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server by the mean weight of its best devices, as many as requested; ties go to the
 * server with the fewest sessions, then to the first in the configuration.
 *
 * @param weight the weight of a device for a session
 * @param fits whether a session can use a device at all
 */
record ByWeight(
        ToDoubleBiFunction<DeviceView, PlacementRequest> weight,
        BiPredicate<DeviceView, PlacementRequest> fits)
        implements PlacementStrategy {

    @Override
    public PlacementDecision place(PlacementRequest request, List<ServerView> servers) {
        ServerView best = null;
        List<DeviceView> chosen = List.of();
        for (ServerView server : servers) {
            List<DeviceView> devices = best(server, request);
            if (devices.size() >= request.atLeast()
                    && isBetter(server, devices, best, chosen, request)) {
                best = server;
                chosen = devices;
            }
        }
        return best == null
                ? new NoPlace(whyNot(request, servers), false)
                : new Placed(best, chosen.stream().map(DeviceView::ordinal).toList());
    }

    private List<DeviceView> best(ServerView server, PlacementRequest request) {
        List<DeviceView> possible =
                server.devices().stream().filter(d -> fits.test(d, request)).toList();
        if (request.devices() == 0) {
            return possible;
        }
        Comparator<DeviceView> heaviest =
                Comparator.comparingDouble((DeviceView d) -> weight.applyAsDouble(d, request))
                        .reversed()
                        .thenComparingInt(DeviceView::ordinal);
        return possible.stream().sorted(heaviest).limit(request.devices()).toList();
    }

    private boolean isBetter(
            ServerView server,
            List<DeviceView> devices,
            @Nullable ServerView best,
            List<DeviceView> chosen,
            PlacementRequest request) {
        if (best == null) {
            return true;
        }
        int order = Double.compare(mean(devices, request), mean(chosen, request));
        return order > 0 || (order == 0 && server.sessions() < best.sessions());
    }

    private double mean(List<DeviceView> devices, PlacementRequest request) {
        return devices.stream()
                .mapToDouble(d -> weight.applyAsDouble(d, request))
                .average()
                .orElse(0);
    }

    private static String whyNot(PlacementRequest request, List<ServerView> servers) {
        int most = servers.stream().mapToInt(s -> s.devices().size()).max().orElse(0);
        if (most < request.atLeast()) {
            return "no API server has "
                    + request.atLeast()
                    + " devices; the largest has "
                    + most
                    + "; ask for fewer devices";
        }
        long free =
                servers.stream()
                        .flatMap(s -> s.devices().stream())
                        .mapToLong(DeviceView::freeBytes)
                        .max()
                        .orElse(0);
        return "the VM '"
                + request.vm()
                + "' may hold "
                + GrantText.amount(request.memoryBytes())
                + " of device memory, which no server has free on "
                + request.atLeast()
                + " devices, and the freest device has "
                + GrantText.amount(free)
                + "; ask the operator for a smaller quota or another device";
    }
}
