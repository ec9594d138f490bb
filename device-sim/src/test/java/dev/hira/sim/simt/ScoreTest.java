package dev.hira.sim.simt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    void shouldPreferGroupsThatWereClearlyFasterInThirtyTwoTrials() {
        int trials = 0;
        for (int i = 0; i < 100 && !score.prefersGroups(); i++) {
            trials += call(ALONE / 4) > 0 ? 1 : 0;
        }
        assertThat(trials).isEqualTo(32);
        assertThat(call(ALONE / 4)).isEqualTo(THREADS);
    }

    @Test
    void shouldNotPreferGroupsThatAreFastNowAndThen() {
        score.scalarRan((long) THREADS * ALONE, THREADS);
        for (int i = 0; i < 400; i++) {
            score.groupsRan((long) LANES * (i % 2 == 0 ? 2 * ALONE : ALONE / 4), LANES);
            assertThat(score.prefersGroups()).isFalse();
        }
        for (int i = 0; i < 64; i++) {
            score.groupsRan((long) LANES * ALONE / 4, LANES);
        }
        assertThat(score.prefersGroups()).isTrue();
    }

    /**
     * On a busy host a call takes up to half as long again, and each seventh several times as long.
     */
    private void busyCalls(int count, int inGroup, SplittableRandom random) {
        for (int i = 0; i < count; i++) {
            int trial = score.threadsInGroups(THREADS, LANES);
            if (trial > 0) {
                score.groupsRan((long) (trial * inGroup * busy(random)), trial);
            }
            if (trial < THREADS) {
                score.scalarRan((long) ((THREADS - trial) * ALONE * busy(random)), THREADS - trial);
            }
        }
    }

    private static double busy(SplittableRandom random) {
        return random.nextDouble(1, 1.5) * (random.nextInt(7) == 0 ? random.nextInt(1, 9) : 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldNotPreferGroupsThatAreALittleSlowerOnABusyHost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            busyCalls(1, ALONE * 10 / 9, random);
            assertThat(score.prefersGroups()).as("after %d calls", i + 1).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldStayWithGroupsThatAreAThirdFasterOnABusyHost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        busyCalls(2000, ALONE * 2 / 3, random);
        for (int i = 0; i < 20_000; i++) {
            assertThat(score.prefersGroups()).as("after %d calls", 2000 + i).isTrue();
            busyCalls(1, ALONE * 2 / 3, random);
        }
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
    void shouldStayWithGroupsThatHaveBecomeAsSlowAsTheOtherWay() {
        win();
        calls(2000, 101);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldGoBackWhenGroupsHaveBecomeALittleSlower() {
        win();
        calls(64, 105);
        assertThat(score.prefersGroups()).isFalse();
        calls(2000, 105);
        assertThat(score.prefersGroups()).isFalse();
    }

    @Test
    void shouldGiveUpAtOnceWhatIsNotCompiledAnyMore() {
        win();
        calls(3, 100 * ALONE);
        assertThat(score.prefersGroups()).isFalse();
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
