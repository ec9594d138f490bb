package dev.hira.router.judge.count;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.router.judge.count.VerdictTotals.Tally;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class VerdictsTest {
    private long now = 1_000;
    private final Verdicts verdicts = new Verdicts(() -> now);

    private static VerdictTotals of(Verdicts... sessions) {
        VerdictTotals totals = new VerdictTotals();
        for (Verdicts session : sessions) {
            session.addTo(totals);
        }
        return totals;
    }

    private static Tally tally(Map<String, Tally> tallies, String reason) {
        return Objects.requireNonNull(tallies.get(reason), reason);
    }

    private static void assertDelayed(VerdictTotals of, String reason, long commands, long nanos) {
        assertThat(tally(of.delayed(), reason).commands()).as(reason).isEqualTo(commands);
        assertThat(tally(of.delayed(), reason).nanos()).as(reason).isEqualTo(nanos);
    }

    private void wait(String reason, long nanos) {
        verdicts.delayed(reason);
        now += nanos;
        verdicts.delayEnded();
    }

    @Test
    void shouldCountACommandOnceHoweverOftenItIsDelayedForTheSameReason() {
        assertThat(verdicts.delayed("rate")).isTrue();
        now += 30;
        assertThat(verdicts.delayed("rate")).isFalse();
        now += 10;
        verdicts.delayEnded();
        assertDelayed(of(verdicts), "rate", 1, 40);
    }

    @Test
    void shouldDivideOneWaitAmongItsReasons() {
        verdicts.delayed("rate");
        now += 20_000;
        assertThat(verdicts.delayed("queue")).isTrue();
        now += 40_000;
        verdicts.delayEnded();
        VerdictTotals totals = of(verdicts);
        assertDelayed(totals, "rate", 1, 20_000);
        assertDelayed(totals, "queue", 1, 40_000);
        assertThat(totals.waitNanos()).isEqualTo(60_000);
        assertThat(totals.waits()[WaitBuckets.of(60_000)]).isEqualTo(1);
        assertThat(totals.waits()).as("one wait in all").containsOnlyOnce(1);
    }

    @Test
    void shouldShowACurrentWaitUntilNowButNotAmongTheFinishedOnes() {
        wait("rate", 5);
        verdicts.delayed("rate");
        now += 70;
        VerdictTotals totals = of(verdicts);
        assertDelayed(totals, "rate", 2, 75);
        assertThat(totals.waitNanos()).isEqualTo(5);
        assertThat(totals.stillWaiting()).isEqualTo(1);
    }

    @Test
    void shouldAddACurrentWaitToItsOwnReasonOnly() {
        wait("queue", 5);
        verdicts.delayed("rate");
        now += 70;
        assertDelayed(of(verdicts), "queue", 1, 5);
    }

    @Test
    void shouldKeepTheTimeOfAnAbandonedWaitButNoWait() {
        verdicts.delayed("rate");
        now += 70;
        verdicts.abandoned();
        now += 1_000;
        verdicts.delayEnded();
        verdicts.abandoned();
        VerdictTotals totals = of(verdicts);
        assertDelayed(totals, "rate", 1, 70);
        assertThat(totals.waitNanos()).isZero();
        assertThat(totals.stillWaiting()).isZero();
    }

    @Test
    void shouldStartANewWaitAfterOneThatIsOver() {
        wait("rate", 10);
        now += 1_000;
        wait("rate", 20);
        assertDelayed(of(verdicts), "rate", 2, 30);
        assertThat(of(verdicts).waitNanos()).isEqualTo(30);
    }

    @Test
    void shouldCountRefusalsByReason() {
        verdicts.denied("quota");
        verdicts.denied("rule");
        verdicts.denied("quota");
        VerdictTotals totals = of(verdicts);
        assertThat(tally(totals.denied(), "quota").commands()).isEqualTo(2);
        assertThat(tally(totals.denied(), "rule").commands()).isEqualTo(1);
        assertThat(totals.delayed()).isEmpty();
    }

    @Test
    void shouldCountTheReasonsOfAnInventivePolicyTogetherOnceThereAreMany() {
        for (int reason = 0; reason < 24; reason++) {
            verdicts.denied("reason " + reason);
            assertThat(verdicts.delayed("reason " + reason)).isTrue();
        }
        for (int reason = 24; reason < 30; reason++) {
            verdicts.denied("reason " + reason);
        }
        VerdictTotals totals = of(verdicts);
        assertThat(totals.denied()).hasSize(25).containsKey("reason 23");
        assertThat(tally(totals.denied(), "other").commands()).isEqualTo(6);
        assertThat(totals.delayed()).hasSize(24).doesNotContainKey("other");
    }

    @Test
    void shouldSumSessions() {
        Verdicts other = new Verdicts(() -> now);
        wait("rate", 100);
        wait("rate", 200_000);
        other.delayed("rate");
        now += 7;
        other.delayEnded();
        other.denied("quota");
        other.delayed("paused");
        VerdictTotals totals = of(verdicts);
        totals.add(of(other));
        totals.add(of(verdicts));
        assertDelayed(totals, "rate", 5, 400_207);
        assertThat(totals.waitNanos()).isEqualTo(400_207);
        assertThat(totals.waits()[0]).isEqualTo(3);
        assertThat(totals.waits()[WaitBuckets.of(200_000)]).isEqualTo(2);
        assertThat(totals.stillWaiting()).isEqualTo(1);
        assertThat(tally(totals.denied(), "quota").commands()).isEqualTo(1);
    }

    @Test
    void shouldPutEveryWaitIntoTheBucketThatBoundsIt() {
        assertThat(WaitBuckets.of(0)).isZero();
        for (int bucket = 0; bucket < WaitBuckets.COUNT - 1; bucket++) {
            assertThat(WaitBuckets.bound(bucket)).isEqualTo((1L << 14) << bucket);
            assertThat(WaitBuckets.of(WaitBuckets.bound(bucket))).isEqualTo(bucket);
            assertThat(WaitBuckets.of(WaitBuckets.bound(bucket) + 1)).isEqualTo(bucket + 1);
        }
        assertThat(WaitBuckets.bound(WaitBuckets.COUNT - 1)).isEqualTo(Long.MAX_VALUE);
        assertThat(WaitBuckets.of(Long.MAX_VALUE)).isEqualTo(WaitBuckets.COUNT - 1);
    }
}
