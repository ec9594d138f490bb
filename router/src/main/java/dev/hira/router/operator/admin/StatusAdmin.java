package dev.hira.router.operator.admin;

import dev.hira.admin.v1.GetStatusResponse;
import dev.hira.admin.v1.ListServersResponse;
import dev.hira.router.operator.admin.message.ServerMessages;
import dev.hira.router.operator.admin.message.SessionMessages;
import dev.hira.router.placement.ServerView;
import dev.hira.router.placement.ServerView.Health;
import dev.hira.router.session.RouterServices;
import dev.hira.router.session.RouterSession;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

/** The admin service's requests about the router as a whole and its servers. */
final class StatusAdmin {
    private final RouterServices services;
    private final Supplier<List<URI>> addresses;
    private final Instant started;
    private final String version;

    StatusAdmin(RouterServices services, Supplier<List<URI>> addresses, String version) {
        this.services = services;
        this.addresses = addresses;
        this.version = version;
        this.started = services.clock().instant();
    }

    GetStatusResponse status() {
        List<ServerView> servers = services.pool().views();
        GetStatusResponse.Builder status =
                GetStatusResponse.newBuilder()
                        .setVersion(version)
                        .setStarted(SessionMessages.timestamp(started))
                        .setSessions(services.registry().open())
                        .setSessionsOpened(services.registry().everOpened())
                        .setServers(servers.size())
                        .setServersUp(up(servers))
                        .setDraining(services.registry().isClosed());
        addresses.get().forEach(uri -> status.addListeners(uri.toString()));
        return status.build();
    }

    private static int up(List<ServerView> servers) {
        return (int) servers.stream().filter(s -> s.health() == Health.SERVING).count();
    }

    ListServersResponse servers() {
        ListServersResponse.Builder servers = ListServersResponse.newBuilder();
        List<RouterSession> sessions = services.registry().all();
        services.pool()
                .views()
                .forEach(view -> servers.addServers(ServerMessages.server(view, sessions)));
        return servers.build();
    }
}
