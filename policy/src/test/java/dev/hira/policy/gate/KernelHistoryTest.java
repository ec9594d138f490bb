package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KernelHistoryTest {
    private final KernelHistory history = new KernelHistory(2);

    @Test
    void shouldKnowNothingOfAKernelThatNeverRan() {
        assertThat(history.kernel(5, 100)).isEqualTo(KernelHistory.UNKNOWN);
    }

    @Test
    void shouldPredictThePastRunTime() {
        history.ranKernel(5, 100, 7_000);
        history.ranKernel(6, 100, 9_000);
        assertThat(history.kernel(5, 100)).isEqualTo(7_000);
        assertThat(history.kernel(6, 100)).isEqualTo(9_000);
    }

    @Test
    void shouldRememberALongRunForAWhileAndForgetItThen() {
        for (int i = 0; i < 100; i++) {
            history.ranKernel(5, 0, 1_000);
        }
        history.ranKernel(5, 0, 100_000);
        assertThat(history.kernel(5, 0)).isEqualTo(100_000);
        for (int i = 0; i < 20; i++) {
            history.ranKernel(5, 0, 1_000);
        }
        assertThat(history.kernel(5, 0)).isBetween(20_000L, 50_000L);
        for (int i = 0; i < 200; i++) {
            history.ranKernel(5, 0, 1_000);
        }
        assertThat(history.kernel(5, 0)).isBetween(1_000L, 1_100L);
    }

    @Test
    void shouldExpectMoreOfMoreThreadsThanEver() {
        history.ranKernel(5, 1_000, 7_000);
        assertThat(history.kernel(5, 500)).isEqualTo(7_000);
        assertThat(history.kernel(5, 4_000)).isEqualTo(28_000);
        assertThat(history.kernel(5, Long.MAX_VALUE)).isPositive();
    }

    @Test
    void shouldLearnHowFastEachDirectionCopies() {
        for (int i = 0; i < 100; i++) {
            history.ranCopy(0, 1_000, 10_000);
            history.ranCopy(0, 1 << 20, 10_000 + 1_000_000);
        }
        assertThat(history.copy(0, 0)).isBetween(9_900L, 10_000L);
        assertThat(history.copy(0, 8 << 20)).isBetween(7_900_000L, 8_100_000L);
        assertThat(history.copy(1, 8 << 20)).isLessThan(1_100_000L);
    }

    @Test
    void shouldRememberABoundedNumberOfKernels() {
        for (int code = 0; code < 100_000; code++) {
            history.ranKernel(code, 0, 1_000);
        }
        assertThat(history.kernel(99_999, 0)).isEqualTo(1_000);
        assertThat(history.kernel(0, 0)).isEqualTo(KernelHistory.UNKNOWN);
    }
}
