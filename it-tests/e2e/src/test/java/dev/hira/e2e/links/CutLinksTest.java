package dev.hira.e2e.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.hira.admin.v1.ListSessionsRequest;
import dev.hira.admin.v1.Session;
import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.links.CuttingProxy.Cut;
import dev.hira.guest.Hira;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.Kernel;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guests whose connections break after random numbers of bytes; side effects are counted. */
@Timeout(300)
final class CutLinksTest {
    private static final int SIZE = 3000;
    private static final int LAUNCHES = 2000;

    private static final String COUNTER =
            """
            .version 7.0
            .target sm_70
            .address_size 64
            .visible .entry count(.param .u64 at) {
                .reg .b64 %a;
                .reg .b32 %r;
                ld.param.u64 %a, [at];
                atom.global.add.u32 %r, [%a], 1;
                ret;
            }
            """;

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(1, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static CudaDriver open(CuttingProxy proxy, String options) {
        CudaDriver cuda = Hira.connect(proxy.uri() + options);
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void shouldLaunchEveryKernelOnce(long seed) {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?memory=off&batch-records=4");
                Gpu gpu = Gpu.on(cuda, 0);
                GpuModule module = gpu.load(COUNTER);
                GpuInts counter = gpu.upload(new int[1])) {
            Kernel count = module.kernel("count");
            proxy.breakAll(seed, 1_500, 4_000);
            for (int i = 0; i < LAUNCHES; i++) {
                count.launch(Dim3.of(1), Dim3.of(1), counter);
                if (i % 20 == 19) {
                    cuda.cuCtxSynchronize();
                }
            }
            assertThat(counter.download()[0]).isEqualTo(LAUNCHES);
            assertThat(proxy.cuts()).isGreaterThan(2);
            proxy.letLive();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3})
    void shouldCallHostFunctionsOnceAndInOrder(long seed) {
        try (CuttingProxy proxy = CuttingProxy.before(stack.uri());
                CudaDriver cuda = open(proxy, "?memory=off")) {
            long stream = cuda.cuStreamCreate(1);
            List<Long> calls = new ArrayList<>();
            proxy.breakAll(seed, 1_500, 3_500);
            for (long i = 0; i < 300; i++) {
                cuda.cuLaunchHostFunc(stream, calls::add, i);
                if (i % 20 == 19) {
                    cuda.cuStreamSynchronize(stream);
                }
            }
            cuda.cuStreamSynchronize(stream);
            assertThat(calls).hasSize(300).isSorted().doesNotHaveDuplicates();
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
            copies(cuda, seed);
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
                copies(cuda, i);
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
                copies(cuda, i);
            }
            assertThat(proxy.cuts()).isEqualTo(5);
        }
    }

    private static void copies(CudaDriver cuda, long seed) {
        long stream = cuda.cuStreamCreate(1);
        long memory = cuda.cuMemAlloc(SIZE);
        for (int i = 0; i < 60; i++) {
            byte[] data = new byte[SIZE];
            new Random(seed * 100 + i).nextBytes(data);
            MemorySegment back = MemorySegment.ofArray(new byte[SIZE]);
            cuda.cuMemcpyHtoDAsync(memory, MemorySegment.ofArray(data), SIZE, stream);
            cuda.cuMemcpyDtoHAsync(back, memory, SIZE, stream);
            cuda.cuStreamSynchronize(stream);
            assertThat(back.toArray(ValueLayout.JAVA_BYTE)).as("copy %d", i).isEqualTo(data);
        }
        cuda.cuMemFree(memory);
        cuda.cuStreamDestroy(stream);
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
            awaitSessions(brief, 0);
            proxy.reachable(true);
            try (CudaDriver again = open(proxy, "?memory=off")) {
                copies(again, 1);
            }
        }
    }

    private static void awaitSessions(LocalStack of, int count) {
        try (AdminClient admin = AdminClient.connect(of.adminUri())) {
            List<Session> open;
            do {
                open =
                        admin.always()
                                .listSessions(ListSessionsRequest.getDefaultInstance())
                                .getSessionsList();
            } while (open.size() != count);
        }
    }
}
