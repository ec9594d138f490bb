package dev.hira.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.profile.Profiles;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits that end before the work does leave nothing behind at it. */
@Timeout(60)
final class GivenUpWaitsTest {
    private static final int WAITS = 100;

    private final DeviceEngines engines =
            new DeviceEngines("waits", Profiles.SMALL, SimClock.real(), 1_000_000_000, null);
    private final ChannelGroup group = new ChannelGroup(engines, Runnable::run);
    private final MarkOperation event = group.marks().open();

    @AfterEach
    void close() {
        engines.stop();
    }

    private static int count(ChannelOperation operation) {
        int count = 0;
        for (Waiter each = operation.complete(); each != null; each = each.nextWaiter) {
            count++;
        }
        return count;
    }

    @Test
    void shouldNotCallAnEventAwaitedWhenAllWaitsForItWereGivenUp() {
        assertThat(event.isAwaited()).isFalse();
        for (int i = 0; i < WAITS; i++) {
            assertThat(group.await(event, 1)).isFalse();
            assertThat(event.isAwaited()).isFalse();
        }
    }

    @Test
    void shouldCallAnEventAwaitedWhileAChannelWaitsForIt() {
        group.submitWait(group.legacy(), event);
        assertThat(event.isAwaited()).isTrue();
        assertThat(group.await(event, 1)).isFalse();
        assertThat(event.isAwaited()).isTrue();
        group.marks().reach(event, false);
        assertThat(group.idle()).isTrue();
        assertThat(event.isAwaited()).isFalse();
    }

    @Test
    void shouldKeepNoWaitThatWasGivenUpWhenAnotherBegins() throws Exception {
        group.submitWait(group.legacy(), event);
        for (int i = 0; i < WAITS; i++) {
            assertThat(group.awaitRest(1)).isFalse();
        }
        assertThat(count(group.legacy().last())).isEqualTo(1);
        MarkOperation mark = new MarkOperation();
        for (int i = 0; i < WAITS; i++) {
            assertThat(group.await(mark, 1)).isFalse();
        }
        assertThat(count(mark)).isEqualTo(1);
    }
}
