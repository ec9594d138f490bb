package dev.hira.sim.driver.object;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.api.FairPlaces;
import dev.hira.api.cuda.CudaException;
import dev.hira.base.SharedBudget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class ModuleBudgetTest {
    private final HostLimits limits = HostLimits.usual();
    private final SharedBudget kept = new SharedBudget(1 << 20, 1 << 20);
    private final FairPlaces reading = new FairPlaces(ModuleBudget.permits(64 << 10));
    private final AtomicInteger atATime = new AtomicInteger();
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private ModuleBudget process() {
        return new ModuleBudget("vm", limits, kept.newPart(), reading);
    }

    private Thread reading(ModuleBudget process, long bytes) {
        return Thread.ofPlatform().start(() -> read(process, bytes));
    }

    private void read(ModuleBudget process, long bytes) {
        try {
            int _ =
                    process.read(
                            bytes,
                            () -> {
                                begun.incrementAndGet();
                                atATime.incrementAndGet();
                                awaitTurn();
                                return atATime.decrementAndGet();
                            });
        } catch (CudaException e) {
            refused.incrementAndGet();
        }
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
        reading.acquire("other", ModuleBudget.permits(64 << 10));
    }

    @Test
    void shouldReadNothingMoreForAProcessThatEnds() throws Exception {
        reading.acquire("other", ModuleBudget.permits(64 << 10));
        ModuleBudget process = process();
        List<Thread> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(reading(process, 10));
        }
        waiting.forEach(ModuleBudgetTest::awaitWaiting);
        goOn.countDown();
        process.refuseReading();
        for (Thread each : waiting) {
            each.join();
        }
        assertThat(begun.get()).isZero();
        assertThat(refused.get()).isEqualTo(3);
        reading.release(ModuleBudget.permits(64 << 10));
        reading.acquire("other", ModuleBudget.permits(64 << 10));
    }

    /** A process that holds much could not take that again once others hold some. */
    @Test
    void shouldKeepWhatAProcessHoldsWhenItCannotGrow() {
        SharedBudget.Part own = kept.newPart();
        ModuleBudget process = new ModuleBudget("vm", limits, own, reading);
        assertThat(process.resizeKept(0, 7 << 20)).isTrue();
        long held = own.held();
        kept.newPart().add(held);
        assertThat(process.resizeKept(7 << 20, 14 << 20)).isFalse();
        assertThat(own.held()).isEqualTo(held);
        assertThat(process.resizeKept(7 << 20, 6 << 20)).isTrue();
        assertThat(own.held()).isEqualTo(held * 6 / 7);
    }

    @Test
    void shouldReadOnAThreadThatWasInterrupted() {
        Thread.currentThread().interrupt();
        assertThat(process().read(10, () -> "read")).isEqualTo("read");
        assertThat(Thread.interrupted()).as("kept for the caller").isTrue();
    }
}
