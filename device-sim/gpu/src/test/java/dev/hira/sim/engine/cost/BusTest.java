package dev.hira.sim.engine.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.sim.clock.SimClock;
import dev.hira.sim.clock.VirtualClock;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class BusTest {
    private final VirtualClock clock = SimClock.virtual();
    private final Bus bus = new Bus(clock, 1000); // 1000 bytes per microsecond
    private final long[] arrived = new long[4];

    private void send(int which, long bytes, long rate) {
        bus.transfer(bytes, rate, () -> arrived[which] = clock.nanos());
    }

    @Test
    void shouldGiveASingleTransferTheRateItCanUse() {
        send(0, 10_000, 500);
        clock.advance(1_000_000);
        assertThat(arrived[0]).isEqualTo(20_000);
        send(1, 10_000, 99_999);
        clock.advance(1_000_000);
        assertThat(arrived[1]).isEqualTo(1_000_000 + 10_000);
    }

    @Test
    void shouldShareEquallyUntilOneEnds() {
        send(0, 10_000, 1000);
        send(1, 20_000, 1000);
        clock.advance(1_000_000);
        // Both have rate 500 until the first arrives at 20 us; the second has 10,000 left, at 1000.
        assertThat(arrived[0]).isEqualTo(20_000);
        assertThat(arrived[1]).isEqualTo(30_000);
    }

    @Test
    void shouldLeaveTheUnusedRateOfASlowTransferToOthers() {
        send(0, 10_000, 100);
        send(1, 90_000, 1000);
        clock.advance(1_000_000);
        assertThat(Arrays.copyOf(arrived, 2)).containsExactly(100_000, 100_000);
    }

    @Test
    void shouldSlowDownATransferWhenAnotherJoinsIt() {
        send(0, 10_000, 1000);
        clock.advance(5_000);
        send(1, 5_000, 1000);
        clock.advance(1_000_000);
        assertThat(Arrays.copyOf(arrived, 2)).containsExactly(15_000, 15_000);
    }

    @Test
    void shouldRoundUpToWholeNanoseconds() {
        send(0, 1, 1000);
        clock.advance(100);
        assertThat(arrived[0]).isEqualTo(1);
        assertThat(Cost.transferNanos(4 << 20, 12_000)).isEqualTo(349_526);
    }
}
