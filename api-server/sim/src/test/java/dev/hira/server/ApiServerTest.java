package dev.hira.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.typesafe.config.ConfigFactory;
import dev.hira.link.grpc.GrpcLinkClient;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.link.grpc.net.LocalPeers;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.testing.ToyDispatcher;
import dev.hira.server.testing.ToyGuest;
import dev.hira.server.testing.ToyHost;
import dev.hira.wire.LinkStatus.Cause;
import dev.hira.wire.v1.ServerInfo;
import dev.hira.wire.v1.ServerInfoRequest;
import dev.hira.wire.v1.ServerInfoServiceGrpc;
import io.grpc.ManagedChannel;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.NettyChannelBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the whole process over sockets. */
@Timeout(240)
final class ApiServerTest {
    @TempDir Path folder;

    private final ToyHost host = new ToyHost();
    private final EventLoops loops = EventLoops.create(1, "test-client");

    @AfterEach
    void close() {
        loops.close();
    }

    private ApiServerConfig config(String more) {
        return ApiServerConfig.from(
                ConfigFactory.parseString(
                        "hira.server { name = one, report-interval = 10 ms, timeouts.drain = 200 ms,"
                                + " listen = [\"hira+unix://"
                                + folder.resolve("s.sock")
                                + "\", \"hira://127.0.0.1:0\"]\n"
                                + more
                                + " }"));
    }

    private ApiServer start() {
        return ApiServer.start(config(""), new SimpleMeterRegistry(), host);
    }

    private ToyGuest guest(URI uri) {
        return new ToyGuest(GrpcLinkClient.connect(uri, LinkOptions.on(loops.next())));
    }

    private static ManagedChannel channel(ApiServer server) {
        return NettyChannelBuilder.forAddress("127.0.0.1", server.addresses().get(1).getPort())
                .usePlaintext()
                .build();
    }

    @Test
    void shouldServeSessionsAtAllItsAddresses() {
        try (ApiServer server = start()) {
            assertThat(server.addresses()).hasSize(2);
            assertThat(server.addresses().get(1).getPort()).isPositive();
            for (URI uri : server.addresses()) {
                ToyGuest guest = guest(uri);
                assertThat(guest.open().getServer()).isEqualTo("one");
                assertThat(guest.ask(1, ToyDispatcher.ECHO, 5, 0).value()).isEqualTo(5);
                guest.link().close();
            }
        }
        assertThat(host.open).hasValue(0);
        assertThat(Files.exists(folder.resolve("s.sock"))).isFalse();
    }

    @Test
    void shouldLetOnlyItsUserConnectUnlessItsGroupMayToo() throws IOException {
        try (ApiServer _ = start()) {
            assertThat(mode()).isEqualTo("rw-------");
        }
        ApiServerConfig shared = config("socket-group = true");
        try (ApiServer _ = ApiServer.start(shared, new SimpleMeterRegistry(), host)) {
            assertThat(mode()).isEqualTo("rw-rw----");
        }
    }

    private String mode() throws IOException {
        return PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("s.sock")));
    }

    @Test
    void shouldReportHealthAndDevices() throws InterruptedException {
        try (ApiServer server = start()) {
            ManagedChannel channel = channel(server);
            assertThat(
                            HealthGrpc.newBlockingStub(channel)
                                    .check(HealthCheckRequest.getDefaultInstance())
                                    .getStatus())
                    .isEqualTo(ServingStatus.SERVING);
            ServerInfo info =
                    ServerInfoServiceGrpc.newBlockingStub(channel)
                            .get(ServerInfoRequest.getDefaultInstance());
            assertThat(info.getName()).isEqualTo("one");
            assertThat(info.getApis(0).getDigest()).isEqualTo(ToyDispatcher.DIGEST);
            assertThat(info.getDevicesList()).hasSize(2);
            assertThat(info.getDevices(0).getFreeMemory()).isEqualTo(1 << 19);
            assertThat(info.getDevices(0).getMemoryGranule()).isEqualTo(256);
            channel.shutdownNow().awaitTermination(120, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldReportChangesToWatches() throws InterruptedException {
        try (ApiServer server = start()) {
            ManagedChannel channel = channel(server);
            Iterator<ServerInfo> reports =
                    ServerInfoServiceGrpc.newBlockingStub(channel)
                            .watch(ServerInfoRequest.getDefaultInstance());
            assertThat(reports.next().getSessions()).isZero();
            ToyGuest guest = guest(server.addresses().getFirst());
            guest.open();
            ServerInfo report = reports.next();
            while (report.getDevices(1).getSessions() == 0) {
                report = reports.next();
            }
            assertThat(report.getSessions()).isEqualTo(1);
            guest.link().close();
            channel.shutdownNow().awaitTermination(120, TimeUnit.SECONDS);
        }
    }

    @Test
    void shouldNotifySessionsOfTheShutdown() {
        ToyGuest guest;
        try (ApiServer server = start()) {
            guest = guest(server.addresses().getFirst());
            guest.open();
        }
        assertThat(guest.closedStatus().cause()).isEqualTo(Cause.UNAVAILABLE);
        assertThat(guest.closedStatus().message()).contains("one has been shut down");
        assertThat(host.open).hasValue(0);
    }

    @Test
    void shouldNameTheAddressThatItCannotListenAt() {
        try (ApiServer first = start()) {
            int port = first.addresses().get(1).getPort();
            ApiServerConfig taken =
                    ApiServerConfig.from(
                            ConfigFactory.parseString(
                                    "hira.server.listen = [\"hira://127.0.0.1:" + port + "\"]"));
            assertThatThrownBy(
                            () -> ApiServer.start(taken, new SimpleMeterRegistry(), new ToyHost()))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageContaining(String.valueOf(port));
        }
    }

    @Test
    void shouldListTheKnownDrivers() {
        assertThatThrownBy(() -> ApiServer.start(config("driver = warp")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("warp");
    }

    @Test
    void shouldRefuseAProcessOfAnotherUserOverTcp() throws Exception {
        assumeTrue(LocalPeers.own() == LocalPeers.ROOT, "only the superuser can be another user");
        try (ApiServer server = start()) {
            Process stranger =
                    new ProcessBuilder(
                                    "setpriv",
                                    "--reuid=65534",
                                    "--clear-groups",
                                    "bash",
                                    "-c",
                                    "exec 3<>/dev/tcp/127.0.0.1/"
                                            + server.addresses().get(1).getPort()
                                            + "; cat <&3")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            stranger.getOutputStream().close();
            String answer = new String(stranger.getInputStream().readAllBytes(), ISO_8859_1);
            assertThat(answer)
                    .contains("user 65534 may not connect to an API server; only routers may");
        }
    }
}
