package dev.hira.router.placement;

import java.net.URI;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * An API server as placement sees it.
 *
 * @param name the name by which the router's configuration calls it
 * @param health whether it serves
 * @param detail why it does not serve, for people; empty when it does
 * @param apis the numbers of the APIs it has
 * @param sessions how many sessions of this router it has
 * @param maxSessions how many sessions it takes; 0: it does not say
 * @param sharesMemory whether it may map memory that the router offers
 */
public record ServerView(
        String name,
        URI uri,
        Health health,
        String detail,
        List<Integer> apis,
        List<DeviceView> devices,
        int sessions,
        int maxSessions,
        boolean sharesMemory) {
    public ServerView {
        apis = List.copyOf(apis);
        devices = List.copyOf(devices);
    }

    /** Whether it could take one more session. */
    boolean hasRoom() {
        return health == Health.SERVING && (maxSessions == 0 || sessions < maxSessions);
    }

    /** The same server with those devices only that sessions of an API can use. */
    ServerView forApi(int api) {
        return new ServerView(
                name,
                uri,
                health,
                detail,
                apis,
                devices.stream().filter(d -> d.api() == api).toList(),
                sessions,
                maxSessions,
                sharesMemory);
    }

    /** The same server with its devices' strain, which is asked for by device. */
    ServerView strained(ToIntFunction<String> strain) {
        return new ServerView(
                name,
                uri,
                health,
                detail,
                apis,
                devices.stream()
                        .map(d -> d.strained(strain.applyAsInt(name + "/" + d.ordinal())))
                        .toList(),
                sessions,
                maxSessions,
                sharesMemory);
    }

    /** What the router knows of a server's health. */
    public enum Health {
        /** It was not reached yet. */
        UNKNOWN,
        SERVING,
        /** It says that it takes no sessions, being about to stop. */
        NOT_SERVING,
        /** It was reached once and is no more. */
        GONE
    }
}
