package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The expected return of a VM that waits for its kernels. */
final class ReturnsTest {
    private static final long MICRO = 1_000;
    private static final long PATIENCE = 1_000 * MICRO;

    private final Returns returns = new Returns(PATIENCE);
    private long now;
    private long grants;

    /** Runs a kernel of a millisecond and a gap after it in which other VMs may be served. */
    private void round(long gap, boolean othersServed) {
        grants++;
        returns.granted(now, now + 1_000 * MICRO);
        now += 1_000 * MICRO;
        returns.done(now, grants);
        grants += othersServed ? 1 : 0;
        now += gap;
        returns.returned(false, now, grants);
    }

    private long expectedGap() {
        returns.done(now, grants);
        return returns.expectedAt(false, now) - now;
    }

    @Test
    void shouldPredictThePastGap() {
        assertThat(returns.isForeseen(false)).isFalse();
        for (int i = 0; i < 20; i++) {
            round(300 * MICRO, false);
        }
        assertThat(returns.isForeseen(false)).isTrue();
        assertThat(expectedGap()).isEqualTo(300 * MICRO);
    }

    @Test
    void shouldNotTakeAReturnForSlowThatOthersHeldUp() {
        for (int i = 0; i < 20; i++) {
            round(300 * MICRO, false);
        }
        for (int i = 0; i < 20; i++) {
            round(3_000 * MICRO, true);
        }
        assertThat(expectedGap()).isLessThanOrEqualTo(300 * MICRO);
    }

    @Test
    void shouldTryAgainWithAVmThatWasOnlySeenHeldUp() {
        round(3_000 * MICRO, true);
        assertThat(expectedGap()).isEqualTo(3_000 * MICRO);
        for (int i = 0; i < 80; i++) {
            round(3_000 * MICRO, true);
        }
        assertThat(expectedGap()).isLessThan(500 * MICRO);
    }

    @Test
    void shouldNotExpectTheReturnOfAVmThatThinksForLong() {
        round(20_000 * MICRO, true);
        for (int i = 0; i < 200; i++) {
            round(20_000 * MICRO, true);
            assertThat(expectedGap()).isGreaterThan(PATIENCE);
        }
    }

    @Test
    void shouldExpectALaterReturnAfterALateOne() {
        round(300 * MICRO, false);
        returns.done(now, grants);
        now += PATIENCE;
        returns.missed(now);
        assertThat(expectedGap()).isBetween(600 * MICRO, 800 * MICRO);
    }

    @Test
    void shouldPredictFromTheGrantWhereAVmSendsBeforeItsKernelEnds() {
        now = 5_000 * MICRO;
        returns.granted(now, now + 1_000 * MICRO);
        now += 400 * MICRO;
        returns.returned(true, now, grants);
        assertThat(returns.isForeseen(true)).isTrue();
        assertThat(returns.isForeseen(false)).as("it sends only while it has work").isFalse();
        now += 600 * MICRO;
        returns.granted(now, now + 1_000 * MICRO);
        assertThat(returns.expectedAt(true, now + 50)).isEqualTo(now + 400 * MICRO);
    }

    @Test
    void shouldExpectAVmWithAKernelUnderWayAGapAfterTheKernelsEnd() {
        round(300 * MICRO, false);
        returns.granted(now, now + 2_000 * MICRO);
        assertThat(returns.expectedAt(true, now)).isEqualTo(now + 2_300 * MICRO);
        now += 5_000 * MICRO;
        assertThat(returns.expectedAt(true, now)).as("late").isEqualTo(now + 300 * MICRO);
    }

    @Test
    void shouldBoundWhatItLearnsByFourTimesThePatience() {
        round(9_000 * MICRO, false);
        assertThat(expectedGap()).isEqualTo(4 * PATIENCE);
        returns.granted(now, now);
        now += 9_000 * MICRO;
        returns.returned(true, now, grants);
        returns.granted(now, now);
        assertThat(returns.expectedAt(true, now)).isEqualTo(now + PATIENCE);
    }
}
