package dev.hira.policy.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SaturatingTest {
    private static final long MAX = Long.MAX_VALUE;

    @Test
    void shouldAddUpToTheLargestNumber() {
        assertThat(Saturating.add(MAX - 1, 1)).isEqualTo(MAX);
        assertThat(Saturating.add(MAX, 1)).isEqualTo(MAX);
        assertThat(Saturating.add(MAX, MAX)).isEqualTo(MAX);
        assertThat(Saturating.add(0, 0)).isZero();
    }

    @Test
    void shouldMultiplyUpToTheLargestNumber() {
        assertThat(Saturating.multiply(MAX / 7, 7)).isEqualTo(MAX / 7 * 7);
        assertThat(Saturating.multiply(1L << 31, 1L << 32)).as("2^63").isEqualTo(MAX);
        assertThat(Saturating.multiply(1L << 32, 1L << 32)).as("2^64").isEqualTo(MAX);
        assertThat(Saturating.multiply(MAX, 0)).isZero();
    }

    @Test
    void shouldDivideAProductThatIsLargerThanALong() {
        assertThat(Saturating.multiplyDivide(7, 3, 2)).isEqualTo(10);
        assertThat(Saturating.multiplyDivide(3L << 40, 1L << 40, 1L << 30)).isEqualTo(3L << 50);
        assertThat(Saturating.multiplyDivide(MAX, MAX, 1)).as("too large").isEqualTo(1L << 62);
    }
}
