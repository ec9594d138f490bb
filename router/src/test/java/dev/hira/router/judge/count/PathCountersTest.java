package dev.hira.router.judge.count;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class PathCountersTest {
    private long now = 5;
    private final PathCounters counters = new PathCounters(() -> now);

    @Test
    void shouldSumTheTrafficOfEachDirection() {
        counters.down(3, 100);
        counters.down(4, 50);
        counters.up(1, 20);
        counters.up(1, 9);
        assertThat(counters.recordsDown()).isEqualTo(7);
        assertThat(counters.bytesDown()).isEqualTo(150);
        assertThat(counters.recordsUp()).isEqualTo(2);
        assertThat(counters.bytesUp()).isEqualTo(29);
    }

    @Test
    void shouldKnowWhenTheGuestLastSentAnything() {
        assertThat(counters.lastDown()).as("since the session began").isEqualTo(5);
        now = 90;
        counters.up(1, 1);
        assertThat(counters.lastDown()).isEqualTo(5);
        counters.down(1, 1);
        assertThat(counters.lastDown()).isEqualTo(90);
    }

    @Test
    void shouldNotLetAServerTurnDeviceTimeNegative() {
        counters.worked(40, 2);
        counters.worked(2, 1);
        assertThat(counters.deviceNanos()).isEqualTo(42);
        assertThat(counters.inFlight()).isEqualTo(1);
        counters.worked(Long.MAX_VALUE, 0);
        assertThat(counters.deviceNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
