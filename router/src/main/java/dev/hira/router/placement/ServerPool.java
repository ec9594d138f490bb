package dev.hira.router.placement;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.hira.router.config.ServerAddress;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.ServerView.Health;
import java.net.URI;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The API servers that the router knows, and the use of their devices by its sessions. */
public final class ServerPool {
    private final PlacementStrategy strategy;
    private final ToIntFunction<String> strain;

    @GuardedBy("this")
    private final Map<String, ServerRecord> servers = new LinkedHashMap<>();

    /** The servers to which VMs are moving, by VM. */
    @GuardedBy("this")
    private final Map<String, String> destinations = new HashMap<>();

    /** The names of the servers that operators drain. */
    @GuardedBy("this")
    private final Set<String> drained = new HashSet<>();

    public ServerPool(List<ServerAddress> configs, PlacementStrategy strategy) {
        this(configs, strategy, _ -> 0);
    }

    /**
     * @param strain number of VMs to count for a device in addition to the present ones, by the
     *     device's name
     */
    public ServerPool(
            List<ServerAddress> configs, PlacementStrategy strategy, ToIntFunction<String> strain) {
        this.strategy = strategy;
        this.strain = strain;
        configs.forEach(c -> servers.put(c.name(), new ServerRecord(c)));
    }

    /**
     * Chooses a place and counts the session there. The caller must give a {@link Placed} back with
     * {@link #release}.
     */
    public synchronized PlacementDecision place(PlacementRequest request) {
        List<ServerView> able = able(request, ServerView::hasRoom, _ -> true);
        String destination = destinations.get(request.vm());
        List<ServerView> there =
                able.stream().filter(server -> server.name().equals(destination)).toList();
        if (!there.isEmpty() && chosen(request, there) instanceof Placed placed) {
            return placed;
        }
        return able.isEmpty() ? noServer(request) : chosen(request, able);
    }

    /**
     * Does the same for an open session that moves. The server where it is must not take sessions.
     * Only when no server that maps the session's shared memory can take it, others may. A {@link
     * NoPlace} names each server that cannot take it, and why.
     */
    public synchronized PlacementDecision placeAgain(PlacementRequest request, MoveNeeds needs) {
        List<ServerView> mapping = able(request, needs);
        List<ServerView> able = mapping.isEmpty() ? able(request, needs.withMirror()) : mapping;
        if (able.isEmpty()) {
            return new NoPlace(
                    "no API server can take the session: " + others(request, needs, able), true);
        }
        PlacementDecision placement = chosen(request, able);
        return placement instanceof NoPlace none && !needs.refusals().isEmpty()
                ? new NoPlace(none.reason() + "; " + others(request, needs, able), none.temporary())
                : placement;
    }

    /** Names the servers that cannot take a session, and the reason of each. */
    @GuardedBy("this")
    private String others(PlacementRequest request, MoveNeeds needs, List<ServerView> able) {
        Set<String> candidates =
                able.stream().map(ServerView::name).collect(Collectors.toUnmodifiableSet());
        return servers.values().stream()
                .map(this::view)
                .filter(server -> !candidates.contains(server.name()))
                .map(server -> server.name() + ": " + needs.whyNot(server, request.api()))
                .collect(Collectors.joining("; "));
    }

    /**
     * Places new sessions of a VM at a server from now on, if it has room: the VM moves there.
     * {@link #arrived} must follow.
     */
    public synchronized void moves(String vm, String server) {
        destinations.put(vm, server);
    }

    /** Notes that a VM moves no longer. */
    public synchronized void arrived(String vm) {
        destinations.remove(vm);
    }

    /** Returns the servers that can take a session, each with only the devices that can. */
    public synchronized List<ServerView> able(PlacementRequest request, MoveNeeds needs) {
        return able(request, needs::fits, needs::fits);
    }

    @GuardedBy("this")
    private List<ServerView> able(
            PlacementRequest request,
            Predicate<ServerView> fits,
            Predicate<DeviceView> deviceFits) {
        return servers.values().stream()
                .map(this::view)
                .filter(fits)
                .map(s -> s.forApi(request.api()).only(deviceFits))
                .filter(s -> !s.devices().isEmpty())
                .map(s -> s.strained(strain))
                .toList();
    }

    @GuardedBy("this")
    private PlacementDecision chosen(PlacementRequest request, List<ServerView> able) {
        PlacementDecision placement = strategy.place(request, able);
        if (placement instanceof Placed placed) {
            count(placed, request.vm(), 1);
        }
        return placement;
    }

    /**
     * Takes a place at a server for a session that moves there, and counts the session there. The
     * caller must give a {@link Placed} back with {@link #release}.
     *
     * @param server the server's name
     * @param first the first device that the session is to see
     * @param count the number of devices that it sees; the others follow the first one
     */
    public synchronized PlacementDecision take(
            String server, int first, int count, int api, String vm) {
        Optional<ServerRecord> record = goingBy(server);
        if (record.isEmpty()) {
            return new NoPlace(
                    "there is no API server '"
                            + server
                            + "'; there are "
                            + String.join(", ", names()),
                    false);
        }
        ServerView view = view(record.get()).forApi(api);
        if (!view.hasRoom()) {
            String why = view.detail().isEmpty() ? "" : ": " + view.detail();
            return new NoPlace("the API server '" + server + "' takes no sessions now" + why, true);
        }
        List<Integer> usable = view.devices().stream().map(DeviceView::ordinal).toList();
        List<Integer> chosen = IntStream.range(first, first + count).boxed().toList();
        if (!usable.containsAll(chosen)) {
            return new NoPlace(
                    "the session needs "
                            + count
                            + (count == 1 ? " device, " : " devices from ")
                            + server
                            + "/"
                            + first
                            + (count == 1 ? "" : " on")
                            + ", but for its API "
                            + server
                            + " has "
                            + ServerView.only(usable),
                    false);
        }
        Placed placed = new Placed(view, chosen);
        count(placed, vm, 1);
        return placed;
    }

    /** Whether a server of the configuration has never reported. */
    public synchronized boolean awaits(URI server) {
        return servers.values().stream()
                .anyMatch(record -> record.uri().equals(server) && !record.hasReported());
    }

    /**
     * Counts a session that is at a server already. The caller must give a {@link Placed} back with
     * {@link #release}.
     *
     * @param name the server's name in an earlier process of the router, which it keeps here unless
     *     it has another one
     * @param granule the unit of allocations of the session's devices
     */
    public synchronized PlacementDecision rejoin(
            URI server, String name, List<Integer> devices, long granule, String vm) {
        for (Map.Entry<String, ServerRecord> each : servers.entrySet()) {
            if (each.getValue().uri().equals(server)) {
                named(each.getKey(), name);
                Placed placed = new Placed(view(each.getValue()), devices, granule);
                count(placed, vm, 1);
                return placed;
            }
        }
        return new NoPlace("the router no longer has the API server at " + server, false);
    }

    /** Gives back the place of a VM's session. */
    public synchronized void release(Placed placed, String vm) {
        count(placed, vm, -1);
    }

    /**
     * Notes a server's own name. Sessions and devices use this name, unless the configuration sets
     * another one or another server already has it.
     *
     * @return the server's name in the router, which never changes again
     */
    public synchronized String named(String server, String own) {
        ServerRecord record = servers.get(server);
        if (record == null) {
            return server;
        }
        boolean free = !own.isEmpty() && goingBy(own).isEmpty();
        String former = record.name();
        String name = record.fixName(free ? own : server);
        if (!name.equals(former) && drained.remove(former)) {
            drained.add(name);
        }
        return name;
    }

    /**
     * Begins or ends an operator's drain of a server, during which no session is placed there.
     *
     * @return false when there is no server of this name
     */
    public synchronized boolean drain(String server, boolean on) {
        if (goingBy(server).isEmpty()) {
            return false;
        }
        if (on) {
            drained.add(server);
        } else {
            drained.remove(server);
        }
        return true;
    }

    /** Goes on with the drains of servers, also of those whose names are not known yet. */
    public synchronized void recall(Set<String> servers) {
        drained.addAll(servers);
    }

    private synchronized ServerView view(ServerRecord record) {
        return record.view(drained.contains(record.name()));
    }

    /** Returns a server; empty when there is none of this name. */
    public synchronized Optional<ServerView> view(String server) {
        return goingBy(server).map(this::view);
    }

    /** Returns the names of all servers, in the order of the configuration. */
    public synchronized List<String> names() {
        return servers.values().stream().map(ServerRecord::name).toList();
    }

    @GuardedBy("this")
    private Optional<ServerRecord> goingBy(String name) {
        return servers.values().stream().filter(record -> record.name().equals(name)).findFirst();
    }

    /** Notes a server's report. */
    public synchronized void learned(String server, ServerReport report) {
        ServerRecord record = servers.get(server);
        if (record != null) {
            record.learn(report);
        }
    }

    /** Notes that a server cannot be reached. */
    public synchronized void lost(String server, String why) {
        ServerRecord record = servers.get(server);
        if (record != null) {
            record.lose(why);
        }
    }

    /** Returns all servers, in the order of the configuration. */
    public synchronized List<ServerView> views() {
        return servers.values().stream().map(this::view).toList();
    }

    /** Returns the number of servers that take sessions. */
    public long serving() {
        return views().stream().filter(view -> view.health() == Health.SERVING).count();
    }

    @GuardedBy("this")
    private void count(Placed placed, String vm, int change) {
        goingBy(placed.server().name())
                .ifPresent(record -> record.count(placed.ordinals(), vm, change));
    }

    @GuardedBy("this")
    private NoPlace noServer(PlacementRequest request) {
        if (servers.isEmpty()) {
            return new NoPlace(
                    "no API server is configured in the router; its operator must start it with"
                            + " --server URI",
                    false);
        }
        long serving = servers.values().stream().filter(s -> view(s).hasRoom()).count();
        return serving == 0
                ? new NoPlace(
                        "none of the router's "
                                + servers.size()
                                + " API servers is up and has room; try again later",
                        true)
                : new NoPlace(
                        "none of the "
                                + serving
                                + " API servers with room has a device for API "
                                + request.api()
                                + "; start one that has",
                        false);
    }
}
