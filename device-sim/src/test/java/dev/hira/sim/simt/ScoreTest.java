package dev.hira.sim.simt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A piece with 1024 threads, of which the host runs 8 at once. */
final class ScoreTest {
    private static final int THREADS = 1024;
    private static final int LANES = 8;

    /** The nanoseconds that a thread takes one by one. */
    private static final int ALONE = 100;

    private final Score score = new Score();

    /** What calls have taken in groups and in all. */
    private long tried;

    private long total;

    /** Runs all threads once, where each takes so long in a group; how many ran so. */
    private int call(int inGroup) {
        int trial = score.threadsInGroups(THREADS, LANES);
        if (trial > 0) {
            score.groupsRan((long) trial * inGroup, trial);
            tried += (long) trial * inGroup;
        }
        if (trial < THREADS) {
            score.scalarRan((long) (THREADS - trial) * ALONE, THREADS - trial);
            total += (long) (THREADS - trial) * ALONE;
        }
        total += (long) trial * inGroup;
        return trial;
    }

    private void calls(int count, int inGroup) {
        for (int i = 0; i < count; i++) {
            call(inGroup);
        }
    }

    /** Runs until groups are preferred. */
    private void win() {
        calls(200, ALONE / 4);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldMeasureThreadsOneByOneBeforeItTriesAnythingElse() {
        assertThat(call(1)).isZero();
    }

    @Test
    void shouldTryAFewGroupsAtFirstAndThenAsManyAsTwentyMicrosecondsAllow() {
        call(50);
        assertThat(call(50)).isEqualTo(4 * LANES);
        assertThat(call(50)).isEqualTo(400);
    }

    @Test
    void shouldTrySeveralGroupsHoweverSlowTheyAre() {
        call(100_000);
        assertThat(call(100_000)).isEqualTo(4 * LANES);
        calls(100, 100_000);
        assertThat(tried).isEqualTo(2 * 4 * LANES * 100_000L);
    }

    @Test
    void shouldPreferGroupsThatWereClearlyFasterFourTimesInARow() {
        int trials = 0;
        for (int i = 0; i < 20 && !score.prefersGroups(); i++) {
            trials += call(ALONE / 4) > 0 ? 1 : 0;
        }
        assertThat(trials).isEqualTo(4);
        assertThat(call(ALONE / 4)).isEqualTo(THREADS);
    }

    @Test
    void shouldCountTrialsAgainAfterOneThatWasNotFaster() {
        score.scalarRan((long) THREADS * ALONE, THREADS);
        for (int i = 0; i < 40; i++) {
            score.groupsRan((long) LANES * (i % 4 == 3 ? 2 * ALONE : ALONE / 4), LANES);
            assertThat(score.prefersGroups()).isFalse();
        }
        for (int i = 0; i < 4; i++) {
            score.groupsRan((long) LANES * ALONE / 4, LANES);
        }
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldNotPreferGroupsThatAreALittleFaster() {
        calls(1000, 95);
        assertThat(score.prefersGroups()).isFalse();
    }

    @Test
    void shouldSpendNoMoreThanAQuarterOfTheTimeOnTrialsAtFirst() {
        calls(1000, 2 * ALONE);
        assertThat(tried).isLessThan(400_000_000);
        assertThat((double) tried / total).isBetween(0.1, 0.26);
    }

    @Test
    void shouldSpendLittleOnTrialsThatHaveLongBeenInVain() {
        calls(200_000, 2 * ALONE);
        assertThat((double) tried / total).isLessThan(1.0 / 40);
        long before = tried;
        calls(50_000, 2 * ALONE);
        assertThat(tried).as("it still tries").isGreaterThan(before);
    }

    @Test
    void shouldGoOnUntilTheJvmHasHadOccasionToCompile() {
        calls(40_000, 7_000);
        assertThat(tried).isGreaterThan(600_000_000);
        assertThat((double) tried / total).isBetween(0.1, 0.26);
    }

    @Test
    void shouldSpendASecondOnTrialsAtMostBeforeItTriesLess() {
        calls(100_000, 100_000);
        assertThat(tried).isBetween(1_000_000_000L, 1_010_000_000L);
    }

    @Test
    void shouldTryAnewSoonWhenTheJvmHasDroppedFastCode() {
        calls(200_000, 2 * ALONE);
        assertThat((double) tried / total).isLessThan(1.0 / 40);
        calls(60_000, ALONE / 4);
        assertThat(score.prefersGroups()).isTrue();
        calls(100, 100 * ALONE);
        assertThat(score.prefersGroups()).isFalse();
        tried = 0;
        total = 0;
        calls(2000, 2 * ALONE);
        assertThat((double) tried / total).isBetween(0.1, 0.26);
    }

    @Test
    void shouldMeasureTheOtherWayOnceInAWhileWhenGroupsArePreferred() {
        win();
        int shared = 0;
        for (int i = 0; i < 1024; i++) {
            int trial = call(ALONE / 4);
            assertThat(trial).isIn(THREADS, THREADS / 2);
            shared += trial < THREADS ? 1 : 0;
        }
        assertThat(shared).isEqualTo(4);
    }

    @Test
    void shouldGoBackWhenGroupsHaveBecomeClearlySlower() {
        win();
        calls(100, 2 * ALONE);
        assertThat(score.prefersGroups()).isFalse();
        assertThat(call(2 * ALONE)).isLessThan(THREADS);
    }

    @Test
    void shouldStayWithGroupsThatHaveBecomeALittleSlower() {
        win();
        calls(2000, 105);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldNotTurnAfterOneCallThatTookVeryLong() {
        win();
        score.groupsRan(1_000_000_000, THREADS);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldComeBackToGroupsThatHaveBecomeFastAgain() {
        win();
        calls(100, 2 * ALONE);
        assertThat(score.prefersGroups()).isFalse();
        calls(400, ALONE / 4);
        assertThat(score.prefersGroups()).isTrue();
    }
}
