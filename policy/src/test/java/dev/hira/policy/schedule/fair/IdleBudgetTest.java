package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class IdleBudgetTest {
    private static final long MILLI = 1_000_000;
    private static final long MOST = 20 * MILLI;

    private final IdleBudget budget = new IdleBudget(100);

    private void idle(long from, long to) {
        budget.idle(from);
        budget.busy(to);
    }

    @Test
    void shouldAllowTwentyMillisecondsAtFirst() {
        assertThat(budget.allows(MOST, 70 * MILLI)).isTrue();
        assertThat(budget.allows(MOST + 1, 70 * MILLI)).isFalse();
    }

    @Test
    void shouldSpendTheTimeThatTheDeviceWasIdle() {
        assertThat(budget.allows(MOST, 0)).isTrue();
        budget.idle(0);
        budget.idle(3 * MILLI);
        assertThat(budget.idleSince(4 * MILLI)).isZero();
        budget.busy(5 * MILLI);
        budget.busy(9 * MILLI);
        assertThat(budget.idleSince(9 * MILLI)).isEqualTo(9 * MILLI);
        assertThat(budget.allows(15 * MILLI, 0)).isTrue();
        assertThat(budget.allows(15 * MILLI + 1, 0)).isFalse();
    }

    @Test
    void shouldEarnItsPartOfTheTimeUpToTwentyMilliseconds() {
        assertThat(budget.allows(MOST, 0)).isTrue();
        idle(0, 10 * MILLI);
        assertThat(budget.allows(11 * MILLI, 10 * MILLI)).isTrue();
        assertThat(budget.allows(11 * MILLI + 1, 10 * MILLI)).isFalse();
        assertThat(budget.allows(12 * MILLI, 20 * MILLI)).isTrue();
        assertThat(budget.allows(MOST, 900 * MILLI)).isTrue();
        assertThat(budget.allows(MOST + 1, 900 * MILLI)).isFalse();
    }

    @Test
    void shouldAllowNothingWhereTheOperatorSaysSo() {
        assertThat(new IdleBudget(0).allows(0, 0)).isFalse();
        assertThat(new IdleBudget(1).allows(0, 0)).isTrue();
    }
}
