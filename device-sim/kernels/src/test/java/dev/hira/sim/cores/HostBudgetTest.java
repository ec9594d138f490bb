package dev.hira.sim.cores;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class HostBudgetTest {
    private final HostBudget budget = new HostBudget(100, 5);
    private final AtomicBoolean unwanted = new AtomicBoolean();
    private final CompletableFuture<Long> taken = new CompletableFuture<>();

    /** Returns a thread that takes an amount, once the thread waits. */
    private Thread take(String party, long amount) {
        Thread thread =
                Thread.ofPlatform()
                        .start(() -> taken.complete(budget.take(party, amount, unwanted::get)));
        while (thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return thread;
    }

    @Test
    void shouldMakeRequestsWaitWhileTooLittleIsLeft() throws InterruptedException {
        assertThat(budget.take("a", 60, () -> false)).isEqualTo(60);
        Thread waits = take("b", 60);
        assertThat(taken).isNotDone();
        budget.give("a", 60);
        waits.join();
        assertThat(taken).isCompletedWithValue(60L);
    }

    @Test
    void shouldGrantSmallAmountsAtOnce() {
        assertThat(budget.take("a", 1000, () -> false)).isEqualTo(100);
        assertThat(budget.take("a", 5, () -> false)).isZero();
    }

    @Test
    void shouldReleaseRequestsThatAreNoLongerWanted() throws InterruptedException {
        budget.take("a", 100, () -> false);
        Thread waits = take("b", 60);
        unwanted.set(true);
        budget.wake();
        waits.join();
        assertThat(taken).isCompletedWithValue(0L);
        budget.give("a", 100);
        assertThat(budget.take("a", 100, () -> false)).isEqualTo(100);
    }

    @Test
    void shouldKeepPartForOthersHoweverMuchOnePartyWants() throws InterruptedException {
        assertThat(budget.take("a", 30, () -> false)).isEqualTo(30);
        assertThat(budget.take("a", 20, () -> false)).isEqualTo(20);
        Thread waits = take("a", 10);
        assertThat(budget.take("b", 50, () -> false)).isEqualTo(50);
        assertThat(taken).isNotDone();
        budget.give("a", 20);
        waits.join();
        assertThat(taken).isCompletedWithValue(10L);
    }
}
