package dev.hira.sim.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

final class VirtualClockTest {
    private final VirtualClock clock = SimClock.virtual();
    private final List<String> order = new ArrayList<>();

    @Test
    void shouldRunEventsInTheOrderOfTimeAndThenOfScheduling() {
        clock.schedule(20, () -> order.add("c" + clock.nanos()));
        clock.schedule(10, () -> order.add("a" + clock.nanos()));
        clock.schedule(10, () -> order.add("b" + clock.nanos()));
        clock.advance(15);
        assertThat(order).containsExactly("a10", "b10");
        assertThat(clock.nanos()).isEqualTo(15);
        clock.advance(5);
        assertThat(order).containsExactly("a10", "b10", "c20");
    }

    @Test
    void shouldAdvanceOnlyAsFarAsAWaitNeeds() {
        AtomicBoolean done = new AtomicBoolean();
        clock.schedule(5, () -> clock.schedule(2, () -> done.set(true)));
        clock.schedule(100, () -> order.add("later"));
        clock.await(done::get);
        assertThat(clock.nanos()).isEqualTo(7);
        assertThat(order).isEmpty();
    }

    @Test
    void shouldWaitNoLongerThanTheLimit() {
        AtomicBoolean done = new AtomicBoolean();
        clock.schedule(100, () -> done.set(true));
        assertThat(clock.await(done::get, 99)).isFalse();
        assertThat(clock.nanos()).isEqualTo(99);
        assertThat(clock.await(done::get, Long.MAX_VALUE)).isTrue();
        assertThat(clock.nanos()).isEqualTo(100);
        assertThat(clock.await(done::get, 0)).isTrue();
        assertThat(clock.nanos()).isEqualTo(100);
    }

    @Test
    void shouldForgetCancelledEvents() {
        var event = clock.schedule(5, () -> order.add("never"));
        clock.cancel(event);
        clock.advance(10);
        assertThat(order).isEmpty();
        assertThatThrownBy(() -> clock.schedule(-1, () -> {}))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldStandStillWhileAnotherThreadIsBusy() throws InterruptedException {
        VirtualClock.Hold busy = clock.hold();
        AtomicBoolean first = new AtomicBoolean();
        AtomicBoolean second = new AtomicBoolean();
        clock.schedule(10, () -> first.set(true));
        Thread waiter = Thread.ofPlatform().start(() -> clock.await(first::get));
        while (waiter.getState() != Thread.State.WAITING) {
            assertThat(Thread.interrupted() || !waiter.isAlive()).isFalse();
            Thread.onSpinWait();
        }
        assertThat(clock.nanos()).isZero();
        busy.adopt();
        clock.schedule(20, () -> second.set(true));
        // Waiting suspends the hold, so the time advances.
        clock.await(second::get);
        waiter.join();
        assertThat(clock.nanos()).isEqualTo(20);
        busy.close();
    }
}
