package dev.hira.sim.simt;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A piece with 1024 threads; the host runs 8 at once. */
final class PieceTrialsTest {
    private static final int THREADS = 1024;
    private static final int LANES = 8;

    /** The nanoseconds per thread when threads run one by one. */
    private static final double ALONE = 100;

    /** The nanoseconds per thread in code that the JVM has not compiled. */
    private static final double INTERPRETED = 100_000;

    private static final double SECOND = 1e9;

    private final PieceTrials trials = new PieceTrials();

    /** The time that calls have taken, and the time that the better way would have taken. */
    private double total;

    private double best;

    private boolean asksForCode;

    /**
     * Runs all threads once, with this time per thread in a group; returns how many ran in groups.
     */
    private int call(double inGroup) {
        return call(inGroup, 1);
    }

    /** Runs all threads once while everything takes {@code slowness} times as long. */
    private int call(double inGroup, double slowness) {
        int trial = trials.threadsInGroups(THREADS, LANES);
        int others = THREADS - trial;
        asksForCode = false;
        if (trial > 0) {
            long nanos = (long) (trial * inGroup * slowness);
            asksForCode = trials.groupsRan(nanos, trial, others == 0);
        }
        if (others > 0) {
            trials.scalarRan((long) (others * ALONE * slowness), others, trial == 0);
        }
        total += (trial * inGroup + others * ALONE) * slowness;
        best += THREADS * Math.min(inGroup, ALONE) * slowness;
        return trial;
    }

    private void callsFor(double nanos, double inGroup) {
        for (double end = total + nanos; total < end; ) {
            call(inGroup);
        }
    }

    /** Returns the fraction of the time that was lost during this time (ns). */
    private double lostIn(double nanos, double inGroup) {
        total = 0;
        best = 0;
        callsFor(nanos, inGroup);
        return total / best - 1;
    }

    /** Runs until groups are preferred for good. */
    private void win() {
        callsFor(SECOND, ALONE / 4);
        assertThat(trials.prefersGroups()).isTrue();
    }

    @Test
    void shouldMeasureThreadsOneByOneBeforeAnythingElse() {
        assertThat(call(1)).isZero();
        assertThat(call(1)).isEqualTo(2 * LANES);
    }

    @Test
    void shouldRunMoreGroupsEachTimeUntilTheyAreWholeCalls() {
        int largest = call(ALONE);
        for (int part = 2 * LANES; part < THREADS; part *= 8) {
            largest = call(ALONE);
            assertThat(largest).isEqualTo(part);
        }
        assertThat(call(ALONE)).isIn(0, THREADS);
    }

    @Test
    void shouldKeepTheFasterWay() {
        win();
        assertThat(lostIn(SECOND, ALONE / 4)).isLessThan(0.01);
    }

    @ParameterizedTest
    @ValueSource(doubles = {110, 150, 300})
    void shouldRunOneByOneWhatGroupsMakeSlower(double inGroup) {
        callsFor(SECOND, inGroup);
        assertThat(trials.prefersGroups()).isFalse();
        assertThat(lostIn(SECOND, inGroup)).isLessThan(0.03);
    }

    @Test
    void shouldWaitUntilTheJvmHasCompiledTheGroupsCode() {
        callsFor(3 * SECOND, INTERPRETED);
        assertThat(trials.prefersGroups()).isFalse();
        callsFor(SECOND, ALONE / 4);
        assertThat(trials.prefersGroups()).isTrue();
    }

    @Test
    void shouldLoseLittleToCodeThatIsNeverCompiled() {
        assertThat(lostIn(20 * SECOND, INTERPRETED)).isLessThan(0.01);
    }

    @Test
    void shouldReportCodeThatIsNotCompiled() {
        call(INTERPRETED);
        call(INTERPRETED);
        assertThat(asksForCode).isTrue();
        for (int i = 0; i < 20; i++) {
            call(INTERPRETED);
        }
        assertThat(call(INTERPRETED)).as("it pauses").isZero();
    }

    /** Code under compilation becomes faster from round to round. */
    @Test
    void shouldNotDecideWhileTimesStillChange() {
        double slowness = 3.5;
        for (; slowness > 0.25; slowness *= 0.97) {
            call(slowness * ALONE);
        }
        callsFor(SECOND, ALONE / 4);
        assertThat(trials.prefersGroups()).isTrue();
    }

    @Test
    void shouldTryAgainWhenThePieceHasRunForTenTimesAsLong() {
        callsFor(SECOND, 2 * ALONE);
        assertThat(trials.prefersGroups()).isFalse();
        callsFor(15 * SECOND, ALONE / 4);
        assertThat(trials.prefersGroups()).isTrue();
        callsFor(200 * SECOND, 2 * ALONE);
        assertThat(trials.prefersGroups()).isFalse();
    }

    @Test
    void shouldLeaveGroupsAtOnceWhenTheJvmHasDroppedTheirCode() {
        win();
        assertThat(call(INTERPRETED)).isEqualTo(THREADS);
        assertThat(call(INTERPRETED)).isEqualTo(2 * LANES);
        assertThat(trials.prefersGroups()).isFalse();
        assertThat(lostIn(20 * SECOND, INTERPRETED)).isLessThan(0.04);
        callsFor(SECOND, ALONE / 4);
        assertThat(trials.prefersGroups()).isTrue();
    }

    @Test
    void shouldLeaveGroupsThatHaveBecomeSlower() {
        win();
        callsFor(SECOND, 1.5 * ALONE);
        assertThat(trials.prefersGroups()).isFalse();
    }

    @Test
    void shouldKeepGroupsAfterOneInterruptedCall() {
        win();
        call(ALONE / 4, 1000);
        assertThat(trials.prefersGroups()).isTrue();
        for (int i = 0; i < 10; i++) {
            call(ALONE / 4);
        }
        assertThat(call(ALONE / 4)).isEqualTo(THREADS);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shouldDecideOnABusyHost(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 20_000; i++) {
            call(ALONE / 2, random.nextInt(20) == 0 ? random.nextDouble(1, 30) : 1);
        }
        assertThat(total / best).isLessThan(1.15);
    }

    /** Every second call has threads that take ten times as long. */
    @Test
    void shouldCompareCallsThatDiffer() {
        for (int i = 0; i < 20_000; i++) {
            call(1.5 * ALONE, i % 2 == 0 ? 10 : 1);
        }
        assertThat(trials.prefersGroups()).isFalse();
    }

    @Test
    void shouldMeasureEachCallDuringTrialsOnly() {
        assertThat(trials.looksCloser()).isTrue();
        win();
        assertThat(trials.looksCloser()).isFalse();
        trials.passed((long) (100 * SECOND));
        assertThat(trials.looksCloser()).isTrue();
    }
}
