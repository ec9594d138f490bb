package dev.hira.e2e.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.links.CuttingProxy.Cut;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sessions whose connections between router and server break after random numbers of bytes; side
 * effects are counted.
 */
@Tag("thorough")
@Timeout(300)
final class ServerLinksTest {
    private static LocalStack servers;
    private static CuttingProxy proxy;
    private static LocalStack router;

    @BeforeAll
    static void start() {
        servers = LocalStack.start(1, List.of("--devices", "1", "--profile", "small"), List.of());
        proxy = proxy();
        router = routerOver(proxy);
    }

    private static CuttingProxy proxy() {
        return CuttingProxy.before("hira+unix://" + servers.folder().resolve("server0.sock"));
    }

    /** Starts a router whose only server is behind a proxy. */
    private static LocalStack routerOver(CuttingProxy to, String... more) {
        return LocalStack.start(
                0,
                List.of(),
                Stream.concat(Stream.of("--server", to.uri()), Stream.of(more)).toList());
    }

    @AfterAll
    static void stop() {
        router.close();
        proxy.close();
        servers.close();
    }

    private static CudaDriver open(String options) {
        return CountedPrograms.open(router.uri() + options);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void shouldLaunchEveryKernelOnce(long seed) {
        try (CudaDriver cuda = open("?memory=off&batch-records=4")) {
            proxy.breakAll(seed, 1_500, 4_000);
            CountedPrograms.launches(cuda);
            assertThat(proxy.cuts()).isPositive();
            proxy.letLive();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void shouldCallHostFunctionsOnceAndInOrder(long seed) {
        try (CudaDriver cuda = open("?memory=off")) {
            proxy.breakAll(seed, 1_500, 3_500);
            CountedPrograms.hostFunctions(cuda);
            proxy.letLive();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2})
    void shouldBringCopiesAndLateOutputsThrough(long seed) {
        try (CudaDriver cuda = open("?memory=off")) {
            proxy.breakAll(seed, 3_000, 20_000);
            CountedPrograms.copies(cuda, seed);
            proxy.letLive();
        }
    }

    @Test
    void shouldGoOnOverRingsWhileTheConnectionBesideThemIsCut() {
        try (CudaDriver cuda = open("?rings=on")) {
            for (int i = 0; i < 10; i++) {
                proxy.cut(Cut.RESET, 0);
                CountedPrograms.copies(cuda, i);
            }
        }
    }

    @Test
    void shouldResumeWhenTheServerHasNotNoticedTheCut() {
        try (CudaDriver cuda = open("?memory=off")) {
            for (int i = 0; i < 3; i++) {
                proxy.cut(Cut.HALF_OPEN, 0);
                CountedPrograms.copies(cuda, i);
            }
        }
    }

    @Test
    void shouldCountAServerAsDeadThatCannotBeReachedForTooLong() {
        try (CuttingProxy far = proxy();
                LocalStack brief = routerOver(far, "--set", "recovery.reconnect=200ms");
                CudaDriver cuda = CountedPrograms.open(brief.uri() + "?memory=off")) {
            far.reachable(false);
            far.cut(Cut.RESET, 0);
            Throwable failure = catchThrowable(cuda::cuMemGetInfo);
            assertThat(failure)
                    .hasMessageContaining("is gone; reopen the session")
                    .hasMessageContaining("it could not be reached again");
        }
    }
}
