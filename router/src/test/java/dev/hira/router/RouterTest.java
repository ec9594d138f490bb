package dev.hira.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import dev.hira.admin.v1.AdminServiceGrpc;
import dev.hira.admin.v1.AdminServiceGrpc.AdminServiceBlockingStub;
import dev.hira.admin.v1.CloseSessionRequest;
import dev.hira.admin.v1.GetStatusRequest;
import dev.hira.admin.v1.ListServersRequest;
import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.ListSessionsResponse;
import dev.hira.admin.v1.ServerState;
import dev.hira.admin.v1.Session;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.ring.Futex;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.testing.Calls;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.router.testing.ToyGuest;
import dev.hira.router.testing.ToyServer;
import dev.hira.wire.LinkStatus;
import dev.hira.wire.LinkStatus.Cause;
import io.grpc.ManagedChannel;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole router over real sockets and, where the system has them, rings. */
final class RouterTest {
    @TempDir private Path folder;
    private final EventLoops loops = EventLoops.create(1, "test-admin");
    private ToyServer server;
    private Router router;
    private ManagedChannel channel;
    private AdminServiceBlockingStub admin;

    @BeforeEach
    void start() throws Exception {
        server = new ToyServer(uri("server.sock"));
        router =
                Router.start(
                        RouterConfig.from(
                                ConfigFactory.parseString(
                                        "hira.router { listen = [\""
                                                + uri("router.sock")
                                                + "\"], admin.listen = [\""
                                                + uri("admin.sock")
                                                + "\"], servers = [{name = toy, uri = \""
                                                + uri("server.sock")
                                                + "\"}], timeouts.drain = 200 ms,"
                                                + " event-loops = 2, memory.session = 1 MiB }")),
                        RouterOptions.defaults().withCatalogs(List.of(new ToyCatalog())));
        channel = GrpcChannels.open(uri("admin.sock"), LinkOptions.on(loops.next()));
        admin = AdminServiceGrpc.newBlockingStub(channel).withDeadlineAfter(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void stop() {
        channel.shutdownNow();
        router.close();
        server.close();
        loops.close();
    }

    private URI uri(String socket) {
        return URI.create("hira+unix://" + folder.resolve(socket));
    }

    private void roundTrip(ToyGuest guest, long call) throws Exception {
        guest.send(
                new Calls(call)
                        .call(ToyCatalog.WORK, false, 0, 0)
                        .call(ToyCatalog.ALLOC, true, call, 100)
                        .frame());
        assertThat(guest.awaitRecord().call()).isEqualTo(call + 1);
    }

    @Test
    void shouldCarryCallsAndAnswersOverGrpc() throws Exception {
        try (ToyGuest guest = new ToyGuest(uri("router.sock"), false)) {
            assertThat(guest.awaitOpen()).isEqualTo("grpc");
            for (int i = 0; i < 100; i++) {
                roundTrip(guest, 1 + 2L * i);
            }
            Session session =
                    admin.listSessions(ListSessionsRequest.getDefaultInstance()).getSessions(0);
            assertThat(session.getVm()).isEqualTo("default");
            assertThat(session.getServer()).isEqualTo("toy");
            assertThat(session.getUsage().getCalls()).isEqualTo(200);
            assertThat(session.getUsage().getMemoryBytes()).isEqualTo(10_000);
        }
    }

    @Test
    void shouldCarryThemOverRingsWhereBothEndsCan() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(Futex.available());
        try (ToyGuest guest = new ToyGuest(uri("router.sock"), true)) {
            assertThat(guest.awaitOpen()).isEqualTo("ring");
            for (int i = 0; i < 1000; i++) {
                roundTrip(guest, 1 + 2L * i);
            }
            Session session =
                    admin.listSessions(ListSessionsRequest.getDefaultInstance()).getSessions(0);
            assertThat(session.getTransport()).isEqualTo("ring");
            assertThat(session.getSharedMemory()).isTrue();
        }
        awaitSessions(0);
    }

    private void awaitSessions(int count) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (admin.getStatus(GetStatusRequest.getDefaultInstance()).getSessions() != count) {
            assertThat(System.nanoTime()).as("sessions still open").isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldTellAdministratorsHowItIs() throws Exception {
        try (ToyGuest guest = new ToyGuest(uri("router.sock"), false)) {
            guest.awaitOpen();
            var status = admin.getStatus(GetStatusRequest.getDefaultInstance());
            assertThat(status.getSessions()).isEqualTo(1);
            assertThat(status.getServersUp()).isEqualTo(1);
            assertThat(status.getListenersList()).containsExactly(uri("router.sock").toString());
            var servers = admin.listServers(ListServersRequest.getDefaultInstance());
            assertThat(servers.getServers(0).getState()).isEqualTo(ServerState.SERVER_STATE_UP);
            assertThat(servers.getServers(0).getDevices(0).getSessions()).isEqualTo(1);
        }
    }

    @Test
    void shouldTellTheServerThatASessionEndedAsIntended() throws Exception {
        for (boolean memory : new boolean[] {false, true}) {
            try (ToyGuest guest = new ToyGuest(uri("router.sock"), memory)) {
                guest.awaitOpen();
                roundTrip(guest, 1);
                guest.leave();
                assertThat(server.awaitClosed().cause()).isEqualTo(Cause.NORMAL);
            }
        }
    }

    @Test
    void shouldListSessionsInPages() throws Exception {
        List<ToyGuest> guests = new ArrayList<>();
        try {
            for (int i = 0; i < 7; i++) {
                guests.add(new ToyGuest(uri("router.sock"), false));
            }
            for (ToyGuest guest : guests) {
                guest.awaitOpen();
            }
            List<String> ids = new ArrayList<>();
            String token = "";
            do {
                ListSessionsResponse page =
                        admin.listSessions(
                                ListSessionsRequest.newBuilder()
                                        .setPageSize(3)
                                        .setPageToken(token)
                                        .build());
                page.getSessionsList().forEach(s -> ids.add(s.getId()));
                token = page.getNextPageToken();
            } while (!token.isEmpty());
            assertThat(ids).hasSize(7).isSorted().doesNotHaveDuplicates();
        } finally {
            guests.forEach(ToyGuest::close);
        }
    }

    @Test
    void shouldCloseASessionForAnAdministrator() throws Exception {
        try (ToyGuest guest = new ToyGuest(uri("router.sock"), false)) {
            guest.awaitOpen();
            String id =
                    admin.listSessions(ListSessionsRequest.getDefaultInstance())
                            .getSessions(0)
                            .getId();
            admin.closeSession(
                    CloseSessionRequest.newBuilder().setId(id).setReason("maintenance").build());
            assertThat(guest.awaitClosed().message()).isEqualTo("maintenance");
        }
        assertThatThrownBy(() ->
                        admin.closeSession(CloseSessionRequest.newBuilder().setId("x").build()))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("NOT_FOUND");
    }

    @Test
    void shouldNotLetGuestsReachTheAdminServiceNorTheOtherWayRound() throws Exception {
        ManagedChannel wrong = GrpcChannels.open(uri("router.sock"), LinkOptions.on(loops.next()));
        try {
            assertThatThrownBy(() ->
                            AdminServiceGrpc.newBlockingStub(wrong)
                                    .getStatus(GetStatusRequest.getDefaultInstance()))
                    .hasMessageContaining("UNIMPLEMENTED");
        } finally {
            wrong.shutdownNow();
        }
        try (ToyGuest guest = new ToyGuest(uri("admin.sock"), false)) {
            assertThat(guest.awaitClosed().message()).contains("administrators");
        }
    }

    @Test
    void shouldTellGuestsThatTheirServerIsGone() throws Exception {
        try (ToyGuest guest = new ToyGuest(uri("router.sock"), false)) {
            guest.awaitOpen();
            server.close();
            LinkStatus status = guest.awaitClosed();
            assertThat(status.cause()).isEqualTo(Cause.UNAVAILABLE);
            assertThat(status.message()).contains("'toy'");
        }
    }

    @Test
    void shouldEndSessionsWithAReasonWhenItStops() throws Exception {
        try (ToyGuest guest = new ToyGuest(uri("router.sock"), false)) {
            guest.awaitOpen();
            assertThat(health()).isEqualTo(ServingStatus.SERVING);
            router.close();
            assertThat(guest.awaitClosed().cause()).isEqualTo(Cause.UNAVAILABLE);
            assertThat(guest.awaitClosed().message()).contains("is stopping");
        }
    }

    private ServingStatus health() {
        return HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus();
    }
}
