package dev.hira.e2e.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A killed, stopped or restarted process harms only its own sessions. */
final class ProcessFaultsTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static LocalStack stack;

    @BeforeAll
    static void startStack() {
        stack = LocalStack.start(2, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stopStack() {
        stack.close();
    }

    @Test
    void shouldReleaseEverythingOfAGuestThatIsKilledWhileItSends() {
        try (CudaDriver witness = open();
                CudaDriver second = open()) {
            long before = witness.cuMemGetInfo().free() + second.cuMemGetInfo().free();
            HiraProcess guest = flood("flood");
            assertThat(witness.cuMemGetInfo().free() + second.cuMemGetInfo().free())
                    .isLessThanOrEqualTo(before - FloodGuest.HELD);
            guest.kill();
            awaitWithin(
                    PATIENCE,
                    () -> witness.cuMemGetInfo().free() + second.cuMemGetInfo().free() == before);
            worksStill(witness);
            worksStill(second);
        }
    }

    @Test
    void shouldNoticeAGuestThatIsStopped() throws IOException, InterruptedException {
        try (CudaDriver witness = open();
                CudaDriver second = open()) {
            long before = witness.cuMemGetInfo().free() + second.cuMemGetInfo().free();
            HiraProcess guest = flood("idle");
            try {
                signal(guest, "STOP");
                awaitWithin(
                        PATIENCE,
                        () ->
                                witness.cuMemGetInfo().free() + second.cuMemGetInfo().free()
                                        == before);
            } finally {
                guest.kill();
            }
        }
    }

    @Test
    void shouldEndOnlyTheSessionsOfAServerThatIsKilled() {
        try (CudaDriver first = open();
                CudaDriver second = open()) {
            // Least loaded placement puts the two on different servers.
            stack.server(0).kill();
            stack.server(0).awaitExit(PATIENCE);
            boolean firstDied = dies(first);
            boolean secondDied = dies(second);
            assertThat(firstDied).isNotEqualTo(secondDied);
            CudaDriver survivor = firstDied ? second : first;
            worksStill(survivor);
        } finally {
            stack.restartServer(0);
        }
        awaitWithin(
                PATIENCE,
                () -> {
                    try (CudaDriver again = open();
                            CudaDriver more = open()) {
                        worksStill(again);
                        worksStill(more);
                        return true;
                    }
                });
    }

    @Test
    void shouldTellGuestsClearlyWhenTheRouterIsRestarted() {
        try (CudaDriver cuda = open()) {
            worksStill(cuda);
            stack.router().kill();
            stack.router().awaitExit(PATIENCE);
            assertThatThrownBy(
                            () -> {
                                for (int i = 0; i < 1000; i++) {
                                    cuda.cuMemGetInfo();
                                }
                            })
                    .hasMessageContaining("router");
            stack.restartRouter();
            assertThatThrownBy(cuda::cuMemGetInfo).isNotNull();
            try (CudaDriver again = open()) {
                worksStill(again);
            }
        }
    }

    @Test
    void shouldSayWhatToDoWhenNoRouterListens() {
        assertThatThrownBy(() -> Hira.connect("hira+unix:///tmp/no-such-router.sock").cuInit(0))
                .hasMessageContaining("/tmp/no-such-router.sock");
    }

    private static boolean dies(CudaDriver cuda) {
        try {
            for (int i = 0; i < 100; i++) {
                cuda.cuMemGetInfo();
            }
            return false;
        } catch (RuntimeException e) {
            assertThat(e.getMessage()).contains("server").contains("reopen");
            return true;
        }
    }

    private static CudaDriver open() {
        CudaDriver cuda = Hira.connect(stack.uri());
        cuda.cuInit(0);
        cuda.cuCtxCreate(0, 0);
        return cuda;
    }

    private static void worksStill(CudaDriver cuda) {
        long memory = cuda.cuMemAlloc(4096);
        cuda.cuMemsetD8(memory, 1, 4096);
        cuda.cuMemFree(memory);
        cuda.cuCtxSynchronize();
    }

    private static HiraProcess flood(String how) {
        HiraProcess guest =
                HiraProcess.start(
                        "guest",
                        FloodGuest.class.getName(),
                        List.of(),
                        List.of(stack.uri(), how),
                        line -> {});
        guest.awaitReady(PATIENCE);
        return guest;
    }

    private static void signal(HiraProcess process, String name)
            throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    /** Repeats a check until it holds. Every check is a round trip, so this does not spin idly. */
    private static void awaitWithin(Duration limit, BooleanSupplier condition) {
        long deadline = System.nanoTime() + limit.toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("still not so after " + limit).isLessThan(deadline);
        }
    }
}
