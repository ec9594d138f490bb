package dev.hira.e2e.turns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hira.admin.v1.Grant;
import dev.hira.api.cuda.CUresult;
import dev.hira.api.cuda.CudaException;
import dev.hira.cli.launch.LocalStack;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Time limits of kernels that are held or take turns. */
@Timeout(180)
final class HeldKernelLimitTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** Longer than a kernel may run, and longer than it may wait for other kernels. */
    private static final Duration LONG = LIMIT.multipliedBy(10);

    private static LocalStack stack;

    @BeforeAll
    static void start() {
        stack = LocalStack.start(1, List.of("--devices", "1", "--profile", "small"), List.of());
    }

    @AfterAll
    static void stop() {
        stack.close();
    }

    private static KernelGuest limited(Turns turns, String vm) {
        KernelGuest guest = new KernelGuest(stack.uri(), vm);
        turns.grant(vm, "kernel_nanos", Grant.newBuilder().setKernelNanos(LIMIT.toNanos()));
        return guest;
    }

    @Test
    void shouldNotCountTheTimeInWhichAKernelIsHeld() {
        try (Turns turns = new Turns(stack.adminUri());
                KernelGuest runs = new KernelGuest(stack.uri(), "runs");
                KernelGuest held = limited(turns, "held")) {
            runs.launchGated();
            turns.hold("held", "runs", () -> held.launchTimed(LONG));
            long begin = System.nanoTime();
            while (System.nanoTime() - begin < LONG.toNanos()) {
                assertThat(turns.isHeld("held", "runs")).isTrue();
            }
            assertThat(held.isBusy()).isTrue();
            turns.letGo("held");
            held.awaitEnd();
            runs.shouldEndGated();
        }
    }

    @Test
    void shouldStopAKernelThatHasRunForTooLongInItsTurns() {
        try (Turns turns = new Turns(stack.adminUri());
                KernelGuest runs = new KernelGuest(stack.uri(), "neighbour");
                KernelGuest endless = limited(turns, "endless")) {
            runs.launchGated();
            turns.hold("endless", "neighbour", endless::launchGated);
            turns.letGo("endless");
            CudaException stopped = catchThrowableOfType(CudaException.class, endless::awaitEnd);
            assertThat(stopped.error()).isEqualTo(CUresult.CUDA_ERROR_LAUNCH_TIMEOUT);
            assertThat(stopped)
                    .hasMessageContaining("'gated'")
                    .hasMessageContaining("has run for longer than 1000 ms, its time limit");
            try (KernelGuest again = new KernelGuest(stack.uri(), "endless")) {
                again.launchTimed(LIMIT.dividedBy(10));
                again.awaitEnd();
            }
            runs.shouldEndGated();
        }
    }
}
