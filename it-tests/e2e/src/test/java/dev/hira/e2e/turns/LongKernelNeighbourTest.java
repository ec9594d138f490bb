package dev.hira.e2e.turns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.cli.launch.LocalStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A VM that launches now and then beside a VM whose kernels run for seconds. */
@Timeout(180)
final class LongKernelNeighbourTest {
    private static final Duration LONG = Duration.ofSeconds(5);
    private static final Duration SHORT = Duration.ofNanos(1000);

    /** Two slices, messages, and what a busy host adds; a round behind the kernel takes seconds. */
    private static final Duration MOST = Duration.ofMillis(250);

    @Test
    void shouldNotWaitForTheEndOfAKernelOfAnotherVm() throws Exception {
        try (LocalStack stack =
                        LocalStack.start(
                                1, List.of("--devices", "1", "--profile", "small"), List.of());
                KernelGuest heavy = new KernelGuest(stack.uri(), "heavy");
                KernelGuest light = new KernelGuest(stack.uri(), "light");
                ExecutorService threads = Executors.newSingleThreadExecutor()) {
            light.runTimed(1, SHORT);
            heavy.runTimed(KernelGuest.CORES, LONG); // the router learns how long it takes
            Future<Duration> again = threads.submit(() -> heavy.runTimed(KernelGuest.CORES, LONG));
            List<Duration> rounds = new ArrayList<>();
            while (!again.isDone()) {
                rounds.add(light.runTimed(1, SHORT));
            }
            assertThat(again.get()).isGreaterThanOrEqualTo(LONG);
            assertThat(rounds).hasSizeGreaterThan(10);
            rounds.sort(null);
            assertThat(rounds.get(rounds.size() / 2)).isLessThan(MOST);
        }
    }
}
