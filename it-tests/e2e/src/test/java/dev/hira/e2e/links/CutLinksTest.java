package dev.hira.e2e.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.Session;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.links.CuttingProxy.Cut;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guests whose connections break after random numbers of bytes; side effects are counted. */
@Tag("thorough")
@Timeout(300)
final class CutLinksTest {
    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack =
                LocalStack.start(
                        1,
                        List.of("--devices", "1", "--profile", "small"),
                        List.of("--set", "timeouts.resume=1h"));
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static CudaDriver open(CuttingProxy proxy, String options) {
        return CountedPrograms.open(proxy.uri() + options);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void shouldLaunchEveryKernelOnce(long seed) {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?memory=off&batch-records=4")) {
            proxy.breakAll(seed, 1_500, 4_000);
            CountedPrograms.launches(cuda);
            assertThat(proxy.cuts()).isGreaterThan(2);
            proxy.letLive();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void shouldCallHostFunctionsOnceAndInOrder(long seed) {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?memory=off")) {
            proxy.breakAll(seed, 1_500, 3_500);
            CountedPrograms.hostFunctions(cuda);
            assertThat(proxy.cuts()).isGreaterThan(2);
            proxy.letLive();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void shouldBringCopiesAndLateOutputsThrough(long seed) {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?memory=off")) {
            proxy.breakAll(seed, 3_000, 20_000);
            CountedPrograms.copies(cuda, seed);
            assertThat(proxy.cuts()).isGreaterThan(2);
            proxy.letLive();
        }
    }

    @Test
    void shouldGoOnOverRingsWhileTheConnectionBesideThemIsCut() {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?rings=on")) {
            for (int i = 0; i < 10; i++) {
                proxy.cut(Cut.RESET, 0);
                CountedPrograms.copies(cuda, i);
            }
            assertThat(proxy.cuts()).isPositive();
        }
    }

    @Test
    void shouldResumeWhenTheRouterHasNotNoticedTheCut() {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?memory=off")) {
            for (int i = 0; i < 5; i++) {
                proxy.cut(Cut.HALF_OPEN, 0);
                CountedPrograms.copies(cuda, i);
            }
            assertThat(proxy.cuts()).isEqualTo(5);
        }
    }

    @Test
    void shouldTellAGuestThatStayedAwayForTooLongThatItsSessionIsReleased() {
        try (LocalStack brief =
                        LocalStack.start(
                                1,
                                List.of("--devices", "1", "--profile", "small"),
                                List.of("--set", "timeouts.resume=300ms"));
                CuttingProxy proxy = CuttingProxy.before(brief.uri());
                CudaDriver cuda = open(proxy, "?memory=off")) {
            proxy.reachable(false);
            proxy.cut(Cut.RESET, 0);
            Throwable failure = catchThrowable(cuda::cuMemGetInfo);
            assertThat(failure)
                    .hasMessageContaining("the connection to the router is lost")
                    .hasMessageContaining("the session is released")
                    .hasMessageContaining("open a new session");
            awaitNoSession(brief, "");
            proxy.reachable(true);
            try (CudaDriver again = open(proxy, "?memory=off")) {
                CountedPrograms.copies(again, 1);
            }
        }
    }

    @Test
    void shouldReleaseASessionThatItsProgramClosedWhileTheConnectionWasCut() {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri())) {
            try (CudaDriver cuda = open(proxy, "?memory=off&vm=closing")) {
                CountedPrograms.copies(cuda, 1);
                assertThat(sessions(stack, "closing")).hasSize(1);
                proxy.reachable(false);
                proxy.cut(Cut.RESET, 0);
            }
            proxy.reachable(true);
            awaitNoSession(stack, "closing"); // the router would keep it for an hour
        }
    }

    /** Waits until a VM has no session, or all VMs have none if the name is empty. */
    private static void awaitNoSession(LocalStack of, String vm) {
        while (!sessions(of, vm).isEmpty()) {
            Thread.onSpinWait();
        }
    }

    private static List<Session> sessions(LocalStack of, String vm) {
        try (AdminClient admin = AdminClient.connect(of.adminUri())) {
            return admin.always()
                    .listSessions(ListSessionsRequest.newBuilder().setVm(vm).build())
                    .getSessionsList();
        }
    }
}
