package dev.hira.e2e.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.launch.LocalStack;
import dev.hira.e2e.migration.TwoContexts.Counter;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Programs whose threads use contexts that are created between other calls: wherever a session is
 * recreated, a context exists before a thread of the guest gets it.
 */
@Tag("thorough")
@Timeout(180)
final class ContextOrderTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final AtomicInteger VMS = new AtomicInteger();

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack =
                LocalStack.start(
                        2,
                        List.of("--devices", "2", "--profile", "small"),
                        List.of(
                                "--set",
                                "policy.vms.rebuilt.protection=rebuild",
                                "--set",
                                "policy.vms.repeated.protection=transparent"));
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static String newVm() {
        return "order" + VMS.incrementAndGet();
    }

    private static String uri(String vm, int devices) {
        return stack.uri() + "?devices=" + devices + "&vm=" + vm;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldGoOnAfterItsVmWasSuspendedRestoredAndMoved(int devices) {
        String vm = newVm();
        try (TwoContexts program = new TwoContexts(uri(vm, devices));
                Keeper keeper = new Keeper(stack.adminUri(), vm);
                Mover mover = new Mover(stack.adminUri(), vm)) {
            assertThat(program.count()).isEqualTo(1);
            keeper.mustSuspend();
            keeper.resume("server1");
            assertThat(program.count()).isEqualTo(2);
            keeper.mustSuspend();
            byte[] file = keeper.checkpoint();
            Keeper.done(keeper.restore(file, "server0"));
            assertThat(program.count()).isEqualTo(3);
            mover.mustMove("server1");
            assertThat(program.count()).isEqualTo(4);
        }
    }

    @Test
    void shouldGoOnWithTwoDevicesThatAProgramOpensOneAfterTheOther() {
        String vm = newVm();
        try (TwoContexts program = new TwoContexts(uri(vm, 2));
                Keeper keeper = new Keeper(stack.adminUri(), vm)) {
            Gpu first = Gpu.on(program.cuda, 0);
            GpuInts numbers = first.upload(1, 2, 3);
            Gpu second = Gpu.on(program.cuda, 1);
            GpuInts others = second.upload(4, 5);
            keeper.mustSuspend();
            keeper.resume("");
            assertThat(numbers.download()).containsExactly(1, 2, 3);
            assertThat(others.download()).containsExactly(4, 5);
            assertThat(program.count()).isEqualTo(1);
        }
    }

    @Test
    void shouldHaveItsContextsAgainAfterARebuild() {
        try (TwoContexts program = new TwoContexts(uri("rebuilt", 2));
                Mover sessions = new Mover(stack.adminUri(), "rebuilt")) {
            assertThat(program.count()).isEqualTo(1);
            restartServerOf(sessions);
            assertThatThrownBy(program::count)
                    .isInstanceOfSatisfying(
                            CudaException.class,
                            e ->
                                    assertThat(e.error())
                                            .isEqualTo(CUresult.CUDA_ERROR_ECC_UNCORRECTABLE))
                    .hasMessageContaining("the session's objects exist again");
            assertThat(program.count()).as("memory is zero").isEqualTo(1);
            assertThat(program.count()).isEqualTo(2);
        }
    }

    @Test
    void shouldNotNoticeThatItsServerDiedWithTransparent() {
        try (TwoContexts program = new TwoContexts(uri("repeated", 2));
                Mover sessions = new Mover(stack.adminUri(), "repeated")) {
            assertThat(program.count()).isEqualTo(1);
            restartServerOf(sessions);
            assertThat(program.count()).isEqualTo(2);
            sessions.mustMove(serverOf(sessions).equals("server0") ? "server1" : "server0");
            assertThat(program.count()).isEqualTo(3);
        }
    }

    private static String serverOf(Mover sessions) {
        return sessions.sessions().getFirst().getServer();
    }

    private static void restartServerOf(Mover sessions) {
        int number = serverOf(sessions).equals("server0") ? 0 : 1;
        stack.server(number).kill();
        stack.server(number).awaitExit(PATIENCE);
        stack.restartServer(number);
        FarServer.awaitReached(stack.adminUri(), "server" + number);
    }

    @Test
    void shouldGoOnWhileThreadsCreateAndDestroyContexts() throws Exception {
        String vm = newVm();
        AtomicBoolean over = new AtomicBoolean();
        try (TwoContexts program = new TwoContexts(uri(vm, 2));
                Keeper keeper = new Keeper(stack.adminUri(), vm);
                Mover mover = new Mover(stack.adminUri(), vm);
                ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Integer>> rounds = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int device = i % 2;
                rounds.add(threads.submit(() -> countInNewContexts(program, device, over)));
            }
            try {
                for (int i = 0; i < 5; i++) {
                    keeper.mustSuspend();
                    keeper.resume("server" + i % 2);
                    mover.mustMove("server" + (i + 1) % 2);
                    assertThat(program.count()).isEqualTo(i + 1);
                }
            } finally {
                over.set(true);
            }
            for (Future<Integer> each : rounds) {
                assertThat(each.get()).isPositive();
            }
        }
    }

    private static int countInNewContexts(TwoContexts program, int device, AtomicBoolean over) {
        int rounds = 0;
        do {
            try (Counter own = program.new Counter(device);
                    Counter nested = program.new Counter(1 - device)) {
                for (int i = 1; i <= 3; i++) {
                    nested.use();
                    assertThat(nested.count()).isEqualTo(i);
                    own.use();
                    assertThat(own.count()).isEqualTo(i);
                }
            }
            rounds++;
        } while (!over.get());
        return rounds;
    }
}
