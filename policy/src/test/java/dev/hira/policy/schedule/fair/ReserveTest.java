package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ReserveTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final Reserve reserve = new Reserve();

    @Test
    void shouldBeDueByTheEarnedTimeAndOverdueByItsDuration() {
        reserve.restart(0);
        assertThat(reserve.isDue()).isFalse();
        reserve.refill(SECOND / 4, 8 * MILLI);
        assertThat(reserve.isDue()).isTrue();
        assertThat(reserve.overdue()).isEqualTo(8e6 / SECOND);
        reserve.charge(2 * MILLI);
        assertThat(reserve.isDue()).isFalse();
        reserve.refill(SECOND / 4, 8 * MILLI + 4);
        assertThat(reserve.isDue()).isTrue();
    }

    @Test
    void shouldLoseNoFraction() {
        reserve.restart(0);
        for (long now = 1; now <= 30; now++) {
            reserve.refill(SECOND / 10, now);
        }
        assertThat(reserve.overdue()).isEqualTo(3.0 / (SECOND / 10));
    }

    @Test
    void shouldCatchUpWithFiftyMillisecondsAtMost() {
        reserve.restart(0);
        reserve.refill(SECOND / 2, 20 * SECOND);
        assertThat(reserve.overdue()).isEqualTo(0.05);
        reserve.refill(1, 20 * SECOND + 1);
        assertThat(reserve.overdue()).as("of however little").isEqualTo(1);
    }

    @Test
    void shouldOweOneKernelAtMost() {
        reserve.restart(0);
        reserve.charge(10 * MILLI);
        reserve.charge(4 * MILLI);
        assertThat(dueAfter(10 * MILLI)).as("not the sum").isTrue();
        reserve.restart(0);
        reserve.charge(20 * MILLI);
        assertThat(dueAfter(19 * MILLI)).isFalse();
        reserve.correct(2 * MILLI);
        assertThat(dueAfter(21 * MILLI)).isFalse();
        assertThat(dueAfter(23 * MILLI)).isTrue();
    }

    /** Whether it is due some time after zero with the whole device reserved. */
    private boolean dueAfter(long nanos) {
        reserve.refill(SECOND, nanos + 1);
        return reserve.isDue();
    }

    @Test
    void shouldStartAnewWithItsDebtOnly() {
        reserve.restart(0);
        reserve.refill(SECOND / 2, 10 * MILLI);
        reserve.restart(20 * MILLI);
        reserve.refill(SECOND / 2, 20 * MILLI);
        assertThat(reserve.isDue()).isFalse();
        reserve.charge(MILLI);
        reserve.restart(30 * MILLI);
        reserve.refill(SECOND / 2, 32 * MILLI);
        assertThat(reserve.isDue()).isFalse();
        reserve.refill(SECOND / 2, 32 * MILLI + 2);
        assertThat(reserve.isDue()).isTrue();
    }

    @Test
    void shouldNotBeDueWithoutAReservation() {
        reserve.restart(0);
        reserve.refill(SECOND / 2, 10 * MILLI);
        reserve.refill(0, 20 * MILLI);
        assertThat(reserve.isDue()).isFalse();
    }
}
