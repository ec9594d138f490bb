package dev.hira.router.placement;

import java.net.URI;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * An API server as placement sees it.
 *
 * @param name its name in the router's configuration
 * @param health whether it serves
 * @param detail the reason why it does not serve, for people; empty when it does
 * @param sessions number of its sessions with this router
 * @param maxSessions most sessions that it takes; 0: not reported
 * @param sharesMemory whether it may map memory that the router offers
 */
public record ServerView(
        String name,
        URI uri,
        Health health,
        String detail,
        List<DeviceView> devices,
        int sessions,
        int maxSessions,
        boolean sharesMemory) {
    /** Stands for a server where there is none; no real one has its name. */
    static final ServerView NOWHERE = gone("", URI.create("hira:nowhere"));

    public ServerView {
        devices = List.copyOf(devices);
    }

    /** Returns a server that no session can use. */
    static ServerView gone(String name, URI uri) {
        return new ServerView(name, uri, Health.GONE, "", List.of(), 0, 0, false);
    }

    /** Whether it could take another session. */
    boolean hasRoom() {
        return health == Health.SERVING && (maxSessions == 0 || sessions < maxSessions);
    }

    /** Returns the same server with only the devices that sessions of an API can use. */
    ServerView forApi(int api) {
        return only(device -> device.apis().contains(api));
    }

    /** Returns the same server with only these devices. */
    ServerView only(Predicate<DeviceView> wanted) {
        return new ServerView(
                name,
                uri,
                health,
                detail,
                devices.stream().filter(wanted).toList(),
                sessions,
                maxSessions,
                sharesMemory);
    }

    /** Names the devices of a server, for a refusal of others: only device 0. */
    public static String only(List<Integer> devices) {
        String names = devices.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return switch (devices.size()) {
            case 0 -> "no device";
            case 1 -> "only device " + names;
            default -> "only the devices " + names;
        };
    }

    /** Returns the same server with the strain of its devices, by device name. */
    ServerView strained(ToIntFunction<String> strain) {
        return new ServerView(
                name,
                uri,
                health,
                detail,
                devices.stream()
                        .map(d -> d.strained(strain.applyAsInt(name + "/" + d.ordinal())))
                        .toList(),
                sessions,
                maxSessions,
                sharesMemory);
    }

    /** A server's health as the router knows it. */
    public enum Health {
        /** The router has not reached it yet. */
        UNKNOWN,
        SERVING,
        /** It takes no sessions because it is about to stop, or because an operator drains it. */
        NOT_SERVING,
        /** The router reached it once and no longer does. */
        GONE
    }
}
