package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.hira.api.cuda.catalog.CudaCatalog;
import dev.hira.link.grpc.GrpcChannels;
import dev.hira.link.grpc.LinkOptions;
import dev.hira.link.grpc.net.EventLoops;
import dev.hira.router.config.PlacementConfig;
import dev.hira.router.config.ServerAddress;
import dev.hira.router.operator.events.EventHub;
import dev.hira.router.operator.events.ServerEvents;
import dev.hira.router.placement.MoveNeeds;
import dev.hira.router.placement.PlacementDecision.NoPlace;
import dev.hira.router.placement.PlacementDecision.Placed;
import dev.hira.router.placement.PlacementRequest;
import dev.hira.router.placement.ServerPool;
import dev.hira.router.placement.ServerWatch;
import dev.hira.router.placement.Strategies;
import dev.hira.server.ApiServer;
import dev.hira.server.config.ApiServerConfig;
import dev.hira.server.host.sim.SimApi;
import dev.hira.server.host.sim.SimDriverHost;
import dev.hira.sim.SimConfig;
import dev.hira.sim.SimHost;
import dev.hira.sim.kernel.Checks;
import dev.hira.sim.profile.ProfileText;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server reports to its routers whether its devices can take over sessions. */
@Timeout(120)
final class CheckingServerTest {
    private static final CudaCatalog CUDA = new CudaCatalog();
    private static final PlacementRequest REQUEST = new PlacementRequest("vm", CUDA.api(), 1, 0);

    @TempDir private Path folder;

    private static SimDriverHost host(Checks checks) {
        SimConfig config = SimConfig.of(ProfileText.parse("small"));
        return new SimDriverHost(
                SimHost.of(config.withKernelSettings(config.kernelSettings().withChecks(checks))),
                List.of(SimApi.cuda()),
                System::nanoTime);
    }

    @ParameterizedTest
    @CsvSource({"true, false, false", "false, true, false", "false, false, true"})
    void shouldTakeOverSessionsUnlessItChecksKernels(
            boolean memory, boolean races, boolean takesOver) throws Exception {
        URI uri = URI.create("hira+unix://" + folder.resolve("server.sock"));
        ServerPool pool =
                new ServerPool(
                        List.of(new ServerAddress("a", uri)),
                        Strategies.of(PlacementConfig.LEAST_LOADED));
        try (ApiServer _ =
                        ApiServer.start(
                                ApiServerConfig.from(
                                        ConfigFactory.parseMap(
                                                Map.of(
                                                        "hira.server.listen",
                                                        List.of(uri.toString())))),
                                new SimpleMeterRegistry(),
                                host(new Checks(memory, races)));
                EventLoops loops = EventLoops.create(1, "test-watch");
                ServerWatch watch =
                        new ServerWatch(
                                "a",
                                pool,
                                List.of(CUDA),
                                GrpcChannels.open(uri, LinkOptions.on(loops.next())),
                                Duration.ofSeconds(1),
                                (pause, task) -> {},
                                new ServerEvents(new EventHub(InstantSource.system())))) {
            watch.start();
            watch.awaitFirst(60_000);
            assertThat(pool.place(REQUEST)).as("a new session").isInstanceOf(Placed.class);
            assertThat(pool.placeAgain(REQUEST, new MoveNeeds(false, 0, 0, Map.of())))
                    .isInstanceOf(takesOver ? Placed.class : NoPlace.class);
        }
    }
}
