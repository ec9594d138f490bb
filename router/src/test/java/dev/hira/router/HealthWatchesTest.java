package dev.hira.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.router.config.RouterConfig;
import dev.hira.router.testing.ToyCatalog;
import dev.hira.router.testing.ToyServer;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that one connection cannot hold more health watches than calls are allowed. */
@Timeout(240)
final class HealthWatchesTest {
    private static final int CALLS = 3;
    private static final int WATCHES = 12;

    @TempDir private Path folder;
    private final BlockingQueue<Integer> answered = new LinkedBlockingQueue<>();

    private URI uri(String name) {
        return URI.create("hira+unix://" + folder.resolve(name));
    }

    private RouterConfig config() {
        return RouterConfig.from(
                ConfigFactory.parseString(
                        "hira.router { listen = [\""
                                + uri("router.sock")
                                + "\"], servers = [{name = toy, uri = \""
                                + uri("server.sock")
                                + "\"}], peers.calls = "
                                + CALLS
                                + ", timeouts.drain = 200 ms, event-loops = 1 }"));
    }

    private ClientCall<HealthCheckRequest, HealthCheckResponse> watch(
            ManagedChannel channel, int number) {
        ClientCall<HealthCheckRequest, HealthCheckResponse> call =
                channel.newCall(HealthGrpc.getWatchMethod(), CallOptions.DEFAULT);
        call.start(
                new ClientCall.Listener<>() {
                    @Override
                    public void onMessage(HealthCheckResponse message) {
                        answered.add(number);
                    }
                },
                new Metadata());
        call.request(1);
        call.sendMessage(HealthCheckRequest.getDefaultInstance());
        call.halfClose();
        return call;
    }

    private static ServingStatus check(ManagedChannel channel) {
        return HealthGrpc.newBlockingStub(channel)
                .check(HealthCheckRequest.getDefaultInstance())
                .getStatus();
    }

    private int next() throws InterruptedException {
        Integer number = answered.poll(120, TimeUnit.SECONDS);
        assertThat(number).as("a watch that is answered").isNotNull();
        return number;
    }

    @Test
    void shouldHoldOneConnectionToTheAllowedNumberOfCalls() throws Exception {
        try (EventLoops loops = EventLoops.create(1, "test-health");
                ToyServer _ = new ToyServer(uri("server.sock"));
                Router _ =
                        Router.start(
                                config(),
                                RouterOptions.defaults().withCatalogs(List.of(new ToyCatalog())))) {
            ManagedChannel greedy =
                    GrpcChannels.open(uri("router.sock"), LinkOptions.on(loops.next()));
            ManagedChannel other =
                    GrpcChannels.open(uri("router.sock"), LinkOptions.on(loops.next()));
            // Calls that wait for their connection may begin in any order.
            assertThat(check(greedy)).isEqualTo(ServingStatus.SERVING);
            List<ClientCall<?, ?>> watches = new ArrayList<>();
            for (int i = 0; i < WATCHES; i++) {
                watches.add(watch(greedy, i));
            }
            List<Integer> first = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                first.add(next());
            }
            assertThat(first).containsExactlyInAnyOrder(0, 1, 2);
            assertThat(check(other)).isEqualTo(ServingStatus.SERVING);
            assertThat(answered).as("watches beyond the limit").isEmpty();

            watches.getFirst().cancel("enough", null);
            assertThat(next()).isEqualTo(CALLS);
            assertThat(answered).isEmpty();
            greedy.shutdownNow();
            other.shutdownNow();
        }
    }
}
