package dev.hira.router.placement;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.router.config.ServerAddress;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** The API servers that the router knows, and which of their devices its sessions use. */
public final class ServerPool {
    private final PlacementStrategy strategy;
    private final ToIntFunction<String> strain;

    @GuardedBy("this")
    private final Map<String, ServerRecord> servers = new LinkedHashMap<>();

    public ServerPool(List<ServerAddress> configs, PlacementStrategy strategy) {
        this(configs, strategy, _ -> 0);
    }

    /**
     * @param strain how many VMs more than it has a device should seem to have, by its name
     */
    public ServerPool(
            List<ServerAddress> configs, PlacementStrategy strategy, ToIntFunction<String> strain) {
        this.strategy = strategy;
        this.strain = strain;
        configs.forEach(c -> servers.put(c.name(), new ServerRecord(c)));
    }

    /**
     * Chooses a place and counts the session in there. A {@link Placed} must be given back with
     * {@link #release}.
     */
    public synchronized PlacementDecision place(PlacementRequest request) {
        List<ServerView> able =
                servers.values().stream()
                        .map(ServerRecord::view)
                        .filter(ServerView::hasRoom)
                        .filter(s -> s.apis().contains(request.api()))
                        .map(s -> s.forApi(request.api()).strained(strain))
                        .toList();
        if (able.isEmpty()) {
            return nobodyServes(request);
        }
        PlacementDecision placement = strategy.place(request, able);
        if (placement instanceof Placed placed) {
            count(placed, request.vm(), 1);
        }
        return placement;
    }

    /** Gives a place back that a VM's session had. */
    public synchronized void release(Placed placed, String vm) {
        count(placed, vm, -1);
    }

    /**
     * A server told what it calls itself. Its sessions and devices go by that, unless the
     * configuration calls it otherwise or another server goes by the same name.
     *
     * @return the name that it goes by, which never changes again
     */
    public synchronized String named(String server, String own) {
        ServerRecord record = servers.get(server);
        if (record == null) {
            return server;
        }
        boolean free = !own.isEmpty() && goingBy(own).isEmpty();
        return record.settleName(free ? own : server);
    }

    @GuardedBy("this")
    private Optional<ServerRecord> goingBy(String name) {
        return servers.values().stream().filter(record -> record.name().equals(name)).findFirst();
    }

    /** A server told of itself. */
    public synchronized void learned(String server, ServerReport report) {
        ServerRecord record = servers.get(server);
        if (record != null) {
            record.learn(report);
        }
    }

    /** A server cannot be reached. */
    public synchronized void lost(String server, String why) {
        ServerRecord record = servers.get(server);
        if (record != null) {
            record.lose(why);
        }
    }

    /** All servers, in the order of the configuration. */
    public synchronized List<ServerView> views() {
        return servers.values().stream().map(ServerRecord::view).toList();
    }

    @GuardedBy("this")
    private void count(Placed placed, String vm, int change) {
        goingBy(placed.server().name())
                .ifPresent(record -> record.count(placed.ordinals(), vm, change));
    }

    @GuardedBy("this")
    private NoPlace nobodyServes(PlacementRequest request) {
        long serving = servers.values().stream().filter(s -> s.view().hasRoom()).count();
        return serving == 0
                ? new NoPlace(
                        "none of the router's "
                                + servers.size()
                                + " API servers is there and has room; try again when one has",
                        !servers.isEmpty())
                : new NoPlace(
                        "none of the "
                                + serving
                                + " API servers that have room has API "
                                + request.api()
                                + "; start one that has",
                        false);
    }
}
