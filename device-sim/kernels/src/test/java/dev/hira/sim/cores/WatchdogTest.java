package dev.hira.sim.cores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hira.sim.kernel.LaunchShape;
import dev.hira.sim.launch.GridRun;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class WatchdogTest {
    private static final LaunchShape SHAPE = new LaunchShape(1, 1, 1, 1, 1, 1, 0, false);

    private final Cores cores = new Cores(1, System::nanoTime);
    private final AtomicInteger threads = new AtomicInteger();

    /** Creates a thread, but fails at the first call like a host without threads. */
    private Thread thread(Runnable body) {
        if (threads.incrementAndGet() == 1) {
            throw new OutOfMemoryError("There are no threads.");
        }
        return Thread.ofPlatform().daemon().unstarted(body);
    }

    @Test
    void shouldWatchAgainAfterAThreadCouldNotBeStarted() throws InterruptedException {
        Watchdog watchdog = new Watchdog(cores, this::thread);
        GridRun run = new GridRun(cores, "a", SHAPE, () -> 1);
        assertThatThrownBy(() -> watchdog.watch(run)).isInstanceOf(OutOfMemoryError.class);
        watchdog.watch(run);
        while (!run.stopped()) {
            Thread.onSpinWait();
        }
        watchdog.forget(run);
        assertThat(threads).hasValue(2);
    }
}
