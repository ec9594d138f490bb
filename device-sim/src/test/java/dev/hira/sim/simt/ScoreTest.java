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

    /** What it takes in code that the JVM has not compiled. */
    private static final int INTERPRETED = 100_000;

    private static final double SECOND = 1e9;

    private final Score score = new Score();

    /** What calls have taken, and what they would have taken one by one. */
    private double total;

    private double allAlone;
    private boolean asksForCode;

    /** Runs all threads once, where each takes so long in a group; how many ran so. */
    private int call(double inGroup) {
        return call(inGroup, 1);
    }

    /** The same in a moment in which everything takes some times as long. */
    private int call(double inGroup, double slowness) {
        int trial = score.threadsInGroups(THREADS, LANES);
        if (trial > 0) {
            asksForCode = score.groupsRan((long) (trial * inGroup * slowness), trial);
        }
        int others = THREADS - trial;
        if (others > 0) {
            score.scalarRan((long) (others * ALONE * slowness), others);
        }
        total += (trial * inGroup + others * ALONE) * slowness;
        allAlone += THREADS * ALONE * slowness;
        return trial;
    }

    private void calls(int count, double inGroup) {
        for (int i = 0; i < count; i++) {
            call(inGroup);
        }
    }

    private void callsFor(double nanos, double inGroup) {
        double end = total + nanos;
        while (total < end) {
            call(inGroup);
        }
    }

    /** Runs until groups are preferred. */
    private void win() {
        calls(200, ALONE / 4.0);
        assertThat(score.prefersGroups()).isTrue();
    }

    /** What has been lost since somebody looked, as a part of the time. */
    private double lost() {
        double part = total / allAlone - 1;
        total = 0;
        allAlone = 0;
        return part;
    }

    @Test
    void shouldMeasureThreadsOneByOneBeforeItTriesAnythingElse() {
        assertThat(call(1)).isZero();
    }

    @Test
    void shouldProbeTwoGroupsBeforeWholeCalls() {
        call(50);
        assertThat(call(50)).isEqualTo(2 * LANES);
        int whole = 0;
        for (int i = 0; i < 16; i++) {
            int trial = call(50);
            assertThat(trial).isIn(0, THREADS);
            whole += trial == THREADS ? 1 : 0;
        }
        assertThat(whole).isBetween(6, 10);
    }

    @Test
    void shouldAskForCodeThatIsNotCompiled() {
        call(INTERPRETED);
        assertThat(call(INTERPRETED)).isEqualTo(2 * LANES);
        assertThat(asksForCode).isTrue();
    }

    @Test
    void shouldNotAskForCodeThatIsMerelySlow() {
        call(3 * ALONE);
        call(3 * ALONE);
        assertThat(asksForCode).isFalse();
    }

    @Test
    void shouldRestEightTimesAsLongAsAProbeHasTakenAndThenTwiceAsLong() {
        call(INTERPRETED);
        int[] pauses = new int[3];
        call(INTERPRETED);
        for (int i = 0; i < pauses.length; i++) {
            while (call(INTERPRETED) == 0) {
                pauses[i]++;
            }
        }
        double calls = 2.0 * LANES * (INTERPRETED - ALONE) / (THREADS * ALONE);
        assertThat((double) pauses[0]).isBetween(8 * calls - 2, 8 * calls + 2);
        assertThat((double) pauses[1]).isBetween(16 * calls - 2, 16 * calls + 2);
        assertThat((double) pauses[2]).isBetween(32 * calls - 2, 32 * calls + 2);
    }

    /** It may have loaded what groups of all kernels need. */
    @Test
    void shouldNotRestLongAfterAFirstProbeThatTookVeryLong() {
        call(INTERPRETED);
        call(100 * INTERPRETED);
        double before = total;
        while (call(ALONE) == 0) {
            assertThat(total - before).isLessThan(SECOND / 5);
        }
    }

    @Test
    void shouldLoseLittleWhileNothingIsCompiled() {
        callsFor(SECOND / 10, INTERPRETED);
        assertThat(lost()).isLessThan(0.1);
        callsFor(SECOND, INTERPRETED);
        assertThat(lost()).isLessThan(0.02);
        callsFor(10 * SECOND, INTERPRETED);
        assertThat(lost()).isLessThan(0.01);
    }

    @Test
    void shouldFindOutSoonThatTheJvmHasCompiledGroupsAtLast() {
        callsFor(30 * SECOND, INTERPRETED);
        callsFor(SECOND / 2, ALONE / 4.0);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldLoseNextToNothingToGroupsThatAreSlower() {
        callsFor(SECOND / 10, 2 * ALONE);
        assertThat(lost()).isLessThan(0.1);
        callsFor(SECOND, 2 * ALONE);
        assertThat(lost()).isLessThan(0.02);
        callsFor(10 * SECOND, 2 * ALONE);
        assertThat(lost()).isLessThan(0.003);
        assertThat(score.prefersGroups()).isFalse();
    }

    @Test
    void shouldFindOutSoonWhenTheJvmHasCompiledGroups() {
        callsFor(SECOND, INTERPRETED);
        callsFor(1.5 * SECOND, ALONE / 4.0);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldGiveColdCodeSeveralProbes() {
        call(ALONE);
        for (int i = 0; i < 4; i++) {
            assertThat(call(20 * ALONE)).isEqualTo(2 * LANES);
        }
        call(ALONE / 4.0);
        calls(64, ALONE / 4.0);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldPreferGroupsThatAreALotFasterAfterFewCalls() {
        calls(2 + 64, ALONE / 4.0);
        assertThat(score.prefersGroups()).isTrue();
        assertThat(call(ALONE / 4.0)).isEqualTo(THREADS);
    }

    @Test
    void shouldNotPreferGroupsThatAreALittleFaster() {
        calls(1000, 0.95 * ALONE);
        assertThat(score.prefersGroups()).isFalse();
    }

    /** On a busy host a call takes up to half as long again, and each seventh several times. */
    private static double busy(SplittableRandom random) {
        return random.nextDouble(1, 1.5) * (random.nextInt(7) == 0 ? random.nextInt(1, 9) : 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldNotPreferGroupsThatAreALittleSlowerOnABusyHost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            call(ALONE * 10 / 9.0, busy(random));
            assertThat(score.prefersGroups()).as("after %d calls", i + 1).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void shouldStayWithGroupsThatAreAThirdFasterOnABusyHost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 22_000; i++) {
            call(ALONE * 2 / 3.0, busy(random));
            assertThat(i < 2000 || score.prefersGroups()).as("after %d calls", i).isTrue();
        }
    }

    /** A host that is half as fast for a while, and then twice as fast again. */
    @Test
    void shouldNotPreferGroupsBecauseTheHostWasFasterMeanwhile() {
        for (int i = 0; i < 50_000; i++) {
            call(ALONE * 1.05, i / 40 % 2 == 0 ? 1 : 2);
            assertThat(score.prefersGroups()).as("after %d calls", i + 1).isFalse();
        }
    }

    /** Threads of the first half take nine times as long as the others. */
    @Test
    void shouldCompareWholeCallsWhereThreadsDiffer() {
        for (int i = 0; i < 200; i++) {
            int trial = score.threadsInGroups(THREADS, LANES);
            if (trial == THREADS) {
                score.groupsRan(4L * THREADS * ALONE, THREADS);
            } else if (trial > 0) {
                score.groupsRan(9L * 8 * trial * ALONE / 10, trial);
            }
            if (trial < THREADS) {
                score.scalarRan(5L * THREADS * ALONE, THREADS - trial);
            }
        }
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldMeasureTheOtherWayRarelyWhenGroupsArePreferred() {
        win();
        total = 0;
        callsFor(10 * SECOND, ALONE / 4.0);
        assertThat(total / (allAlone / 4)).isLessThan(1.01);
        double before = allAlone;
        int others = 0;
        for (int i = 0; i < 100_000; i++) {
            others += call(ALONE / 4.0) == 0 ? 1 : 0;
        }
        assertThat(others).as("it still looks").isPositive();
        assertThat(allAlone).isGreaterThan(before);
    }

    @Test
    void shouldGoBackWhenGroupsHaveBecomeALittleSlower() {
        win();
        callsFor(2 * SECOND, 1.05 * ALONE);
        assertThat(score.prefersGroups()).isFalse();
    }

    @Test
    void shouldStayWithGroupsThatHaveBecomeAsSlowAsTheOtherWay() {
        win();
        callsFor(10 * SECOND, 1.01 * ALONE);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldGiveUpAfterOneCallAndAProbeWhatIsNotCompiledAnyMore() {
        win();
        assertThat(call(INTERPRETED)).isEqualTo(THREADS);
        assertThat(call(INTERPRETED)).isEqualTo(2 * LANES);
        assertThat(score.prefersGroups()).isFalse();
        assertThat(asksForCode).isTrue();
    }

    @Test
    void shouldNotTurnAfterOneCallThatTookVeryLong() {
        win();
        call(INTERPRETED);
        assertThat(score.prefersGroups()).isTrue();
        assertThat(call(ALONE / 4.0)).isEqualTo(2 * LANES);
        assertThat(score.prefersGroups()).isTrue();
        assertThat(call(ALONE / 4.0)).isEqualTo(THREADS);
    }

    @Test
    void shouldComeBackToGroupsThatHaveBecomeFastAgain() {
        win();
        calls(3, INTERPRETED);
        assertThat(score.prefersGroups()).isFalse();
        callsFor(SECOND / 10, ALONE / 4.0);
        assertThat(score.prefersGroups()).isTrue();
    }

    @Test
    void shouldTakeTimeThatWasNotMeasuredForRest() {
        calls(2, INTERPRETED);
        assertThat(call(INTERPRETED)).isZero();
        score.passed(20_000_000);
        assertThat(call(INTERPRETED)).isEqualTo(2 * LANES);
    }

    @Test
    void shouldLookCloserDuringMatchesOnly() {
        call(ALONE);
        assertThat(score.looksCloser()).isFalse();
        call(ALONE);
        assertThat(score.looksCloser()).isTrue();
        calls(100, 2 * ALONE);
        assertThat(score.looksCloser()).isFalse();
    }
}
