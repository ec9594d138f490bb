package dev.hira.policy.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** A window of 5,000 ns has fifty steps of 100 ns. */
final class UsageWindowTest {
    private final UsageWindow window = new UsageWindow(5_000);

    @Test
    void shouldForgetWhatWasUsedAWindowAgo() {
        window.add(10, 0);
        window.add(1, 99);
        window.add(5, 4_950);
        assertThat(window.sum(4_999)).isEqualTo(16);
        assertThat(window.sum(5_000)).isEqualTo(5);
        window.add(3, 5_000);
        assertThat(window.sum(9_899)).isEqualTo(8);
        assertThat(window.sum(9_900)).isEqualTo(3);
        assertThat(window.sum(10_000)).isZero();
    }

    @Test
    void shouldForgetAllAfterAPause() {
        for (int step = 0; step < 50; step++) {
            window.add(1, step * 100);
        }
        assertThat(window.sum(4_999)).isEqualTo(50);
        assertThat(window.sum(10_000)).isZero();
        assertThat(window.sum(14_999)).isZero();
        assertThat(window.sum(19_000)).isZero();
        window.add(7, 19_000);
        assertThat(window.sum(19_000)).isEqualTo(7);
    }

    @Test
    void shouldWorkWithTimesBeforeZero() {
        window.add(4, -1);
        assertThat(window.sum(4_899)).isEqualTo(4);
        assertThat(window.sum(4_900)).isZero();
    }

    @Test
    void shouldBoundEachAmount() {
        window.add(Long.MAX_VALUE, 0);
        window.add(Long.MAX_VALUE, 0);
        assertThat(window.sum(0)).isEqualTo(1L << 57);
    }

    @Test
    void shouldBeAsLongAsItHasSteps() {
        assertThat(new UsageWindow(50).sum(0)).isZero();
        assertThatThrownBy(() -> new UsageWindow(49)).hasMessageContaining("not 49");
    }
}
