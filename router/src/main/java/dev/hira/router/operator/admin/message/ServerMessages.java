package dev.hira.router.operator.admin.message;

import dev.hira.admin.v1.Device;
import dev.hira.admin.v1.Server;
import dev.hira.admin.v1.ServerState;
import dev.hira.router.placement.DeviceView;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.ServerView;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.session.RouterSession;
import dev.hira.router.session.SessionView;
import java.util.List;
import java.util.Objects;

/** Converts API servers to the admin service's messages. */
public final class ServerMessages {
    private ServerMessages() {}

    /** Returns the server of this name, which must exist. */
    public static ServerView require(ServerPool pool, String server) {
        return pool.view(server)
                .orElseThrow(() ->
                        AdminErrors.notFound(
                                "API server",
                                server,
                                "there are " + String.join(", ", pool.names())));
    }

    public static Server server(ServerView view, List<RouterSession> sessions) {
        List<SessionView> placed =
                sessions.stream()
                        .map(RouterSession::facts)
                        .filter(Objects::nonNull)
                        .filter(f -> f.placed().server().name().equals(view.name()))
                        .toList();
        Server.Builder server =
                Server.newBuilder()
                        .setName(view.name())
                        .setUri(view.uri().toString())
                        .setState(state(view.health()))
                        .setDetail(view.detail())
                        .setSessions(view.sessions());
        view.devices().forEach(d -> server.addDevices(device(d, placed)));
        return server.build();
    }

    private static Device device(DeviceView view, List<SessionView> placed) {
        return Device.newBuilder()
                .setOrdinal(view.ordinal())
                .setName(view.name())
                .setMemoryBytes(view.memoryBytes())
                .setAllocatedBytes(allocated(view, placed))
                .setSessions(view.sessions())
                .build();
    }

    /**
     * Sums the memory of sessions with this as their first device: the books do not show the device
     * on which a session holds memory.
     */
    private static long allocated(DeviceView view, List<SessionView> placed) {
        return placed.stream()
                .filter(f -> f.placed().ordinals().getFirst() == view.ordinal())
                .mapToLong(SessionMessages::memory)
                .sum();
    }

    private static ServerState state(Health health) {
        return switch (health) {
            case UNKNOWN -> ServerState.SERVER_STATE_UNSPECIFIED;
            case SERVING -> ServerState.SERVER_STATE_UP;
            case NOT_SERVING -> ServerState.SERVER_STATE_DRAINING;
            case GONE -> ServerState.SERVER_STATE_DOWN;
        };
    }
}
