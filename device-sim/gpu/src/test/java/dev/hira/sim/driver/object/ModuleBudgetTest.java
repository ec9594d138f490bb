package dev.hira.sim.driver.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.base.SharedBudget;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ModuleBudgetTest {
    private final HostLimits limits = HostLimits.usual();
    private final SharedBudget kept = new SharedBudget(1 << 20, 1 << 20);
    private final Semaphore reading = new Semaphore(ModuleBudget.permits(64 << 10), true);
    private final AtomicInteger atATime = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private ModuleBudget process() {
        return new ModuleBudget(limits, kept.newPart(), reading);
    }

    private Thread reading(ModuleBudget process, long bytes) {
        return Thread.ofPlatform()
                .start(() ->
                        process.read(
                                bytes,
                                () -> {
                                    atATime.incrementAndGet();
                                    awaitTurn();
                                    return atATime.decrementAndGet();
                                }));
    }

    private void awaitTurn() {
        try {
            goOn.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldReadOneTextOfAProcessAtATime() throws Exception {
        ModuleBudget process = process();
        Thread first = reading(process, 10);
        Thread second = reading(process, 10);
        awaitWaiting(first);
        awaitWaiting(second);

        assertThat(atATime.get()).isEqualTo(1);
        goOn.countDown();
        first.join();
        second.join();
    }

    @Test
    void shouldReadNoMoreTextThanTheHostAllowsAtATime() throws Exception {
        Thread first = reading(process(), 40 << 10);
        awaitWaiting(first);
        Thread second = reading(process(), 40 << 10);
        awaitWaiting(second);

        assertThat(atATime.get()).isEqualTo(1);
        goOn.countDown();
        first.join();
        second.join();
        assertThat(reading.availablePermits()).isEqualTo(64);
    }
}
