package dev.hira.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OwnedWaitsTest {
    private final OwnedWaits waits = new OwnedWaits();
    private final CountDownLatch awaited = new CountDownLatch(1);

    /** Waits; gives "ended" or "awaited", and " interrupted" when the thread was. */
    private FutureTask<String> outcome() {
        return new FutureTask<>(() -> {
            String outcome = "awaited";
            try {
                waits.await(awaited::await);
            } catch (OwnedWaits.EndedException e) {
                outcome = "ended";
            }
            return outcome + (Thread.interrupted() ? " interrupted" : "");
        });
    }

    private static Thread waiting(Runnable task) {
        Thread thread = Thread.ofPlatform().start(task);
        awaitWaiting(thread);
        return thread;
    }

    private static void awaitWaiting(Thread thread) {
        while (thread.isInterrupted() || thread.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    @Test
    void shouldWaitOnAndKeepAnInterrupt() throws Exception {
        FutureTask<String> outcome = outcome();
        Thread thread = waiting(outcome);
        thread.interrupt();
        awaitWaiting(thread);
        assertThat(outcome.isDone()).isFalse();
        awaited.countDown();
        assertThat(outcome.get()).isEqualTo("awaited interrupted");
    }

    @Test
    void shouldEndWithItsOwnerAndLeaveNoInterrupt() throws Exception {
        FutureTask<String> outcome = outcome();
        waiting(outcome);
        waits.close();
        assertThat(outcome.get()).isEqualTo("ended");
    }

    @Test
    void shouldKeepAnInterruptThatCameBeforeTheEnd() throws Exception {
        FutureTask<String> outcome = outcome();
        Thread thread = waiting(outcome);
        thread.interrupt();
        awaitWaiting(thread);
        waits.close();
        assertThat(outcome.get()).isEqualTo("ended interrupted");
    }

    @Test
    void shouldRefuseWaitsOfAnOwnerThatHasEnded() {
        waits.close();
        assertThatThrownBy(() -> waits.await(() -> {}))
                .isInstanceOf(OwnedWaits.EndedException.class);
    }

    @Test
    void shouldSetInterruptsAsideForAWholeStep() throws Exception {
        Thread.currentThread().interrupt();
        awaited.countDown();
        boolean during =
                OwnedWaits.<Boolean, Exception>keepInterrupts(() -> {
                    waits.await(awaited::await);
                    return Thread.currentThread().isInterrupted();
                });
        assertThat(during).isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
