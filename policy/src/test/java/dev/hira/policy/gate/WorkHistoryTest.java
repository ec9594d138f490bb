package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WorkHistoryTest {
    private final WorkHistory history = new WorkHistory(2);

    @Test
    void shouldKnowNothingOfWorkThatNeverRan() {
        assertThat(history.estimate(5, 100)).isEqualTo(WorkHistory.UNKNOWN);
    }

    @Test
    void shouldPredictThePastRunTime() {
        history.ran(5, 100, 7_000);
        history.ran(6, 100, 9_000);
        assertThat(history.estimate(5, 100)).isEqualTo(7_000);
        assertThat(history.estimate(6, 100)).isEqualTo(9_000);
    }

    @Test
    void shouldRememberALongRunForAWhileAndForgetItThen() {
        for (int i = 0; i < 100; i++) {
            history.ran(5, 0, 1_000);
        }
        history.ran(5, 0, 100_000);
        assertThat(history.estimate(5, 0)).isEqualTo(100_000);
        for (int i = 0; i < 20; i++) {
            history.ran(5, 0, 1_000);
        }
        assertThat(history.estimate(5, 0)).isBetween(20_000L, 50_000L);
        for (int i = 0; i < 200; i++) {
            history.ran(5, 0, 1_000);
        }
        assertThat(history.estimate(5, 0)).isBetween(1_000L, 1_100L);
    }

    @Test
    void shouldExpectMoreOfMoreThreadsThanEver() {
        history.ran(5, 1_000, 7_000);
        assertThat(history.estimate(5, 500)).isEqualTo(7_000);
        assertThat(history.estimate(5, 4_000)).isEqualTo(28_000);
        assertThat(history.estimate(5, Long.MAX_VALUE)).isPositive();
    }

    @Test
    void shouldLearnHowFastEachDirectionCopies() {
        for (int i = 0; i < 100; i++) {
            history.ranCopy(0, 1_000, 10_000);
            history.ranCopy(0, 1 << 20, 10_000 + 1_000_000);
        }
        assertThat(history.estimateCopy(0, 0)).isBetween(9_900L, 10_000L);
        assertThat(history.estimateCopy(0, 8 << 20)).isBetween(7_900_000L, 8_100_000L);
        assertThat(history.estimateCopy(1, 8 << 20)).isLessThan(1_100_000L);
    }

    @Test
    void shouldRememberABoundedNumberOfKeys() {
        for (int key = 0; key < 100_000; key++) {
            history.ran(key, 0, 1_000);
        }
        assertThat(history.estimate(99_999, 0)).isEqualTo(1_000);
        assertThat(history.estimate(0, 0)).isEqualTo(WorkHistory.UNKNOWN);
    }
}
