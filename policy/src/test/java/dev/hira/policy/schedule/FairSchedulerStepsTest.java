package dev.hira.policy.schedule;

import static dev.hira.policy.schedule.SimGate.MS;
import static dev.hira.policy.schedule.SimGate.US;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.fair.FairScheduler;
import dev.hira.policy.schedule.fair.FairSettings;
import org.junit.jupiter.api.Test;

/** The default scheduler, decision by decision. */
final class FairSchedulerStepsTest extends SchedulerSteps {
    private static final FairSettings NEVER_IDLE =
            new FairSettings(10 * MS, 20 * MS, MS, 300 * US, 0);

    FairSchedulerStepsTest() {
        super(new FairScheduler(NEVER_IDLE));
    }

    @Test
    void shouldLetTheShortCommandGoFirstOfThoseThatAreOwedTheSame() {
        SimFlow a = join("a");
        SimFlow b = join("b");
        send(a, 2 * MS);
        send(b, MS);
        assertThat(pick()).isSameAs(b);
    }

    @Test
    void shouldLetTheLongerWaitBreakTies() {
        SimFlow a = join("a");
        SimFlow b = join("b");
        send(b, MS);
        send(a, MS);
        assertThat(pick()).isSameAs(b);
        withdraw(b);
        assertThat(pick()).isSameAs(a);
        send(b, MS);
        assertThat(pick()).as("its turn comes last now").isSameAs(a);
    }

    @Test
    void shouldChargeWhatWasMeasured() {
        SimFlow a = join("a");
        SimFlow b = join("b");
        serve(a, MS, 5 * MS);
        serve(b, 5 * MS, MS);
        send(a, MS);
        send(b, MS);
        assertThat(pick()).isSameAs(b);
        grant(b);
        send(b, MS);
        assertThat(pick()).as("5 to 2").isSameAs(b);
    }

    @Test
    void shouldOweToAVmThatIsBackWithinItsGraceAndNotToOneThatWasAwayForLonger() {
        assertThat(kernelsBeforeTheOther(20 * MS - 1)).as("all that it is owed").isEqualTo(17);
        assertThat(new FairSchedulerStepsTest().kernelsBeforeTheOther(20 * MS))
                .as("the mean of both owes it nothing")
                .isEqualTo(9);
    }

    /**
     * Returns the number of 1 ms kernels that a VM gets after it was away while another one had 18
     * ms.
     */
    private int kernelsBeforeTheOther(long away) {
        SimFlow a = join("a");
        SimFlow b = join("b");
        serve(b, MS, MS);
        serve(a, 18 * MS, 18 * MS);
        now += away - 18 * MS;
        send(a, MS);
        pick();
        send(b, MS);
        return servedInARow(b);
    }

    /** Returns how many kernels of 1 ms the flow gets before another one is picked. */
    private int servedInARow(SimFlow flow) {
        int served = 0;
        while (pick() == flow) {
            grant(flow);
            send(flow, MS);
            served++;
        }
        return served;
    }

    @Test
    void shouldRememberTheDebtOfAVmWithoutSessions() {
        SimVm vm = new SimVm("a");
        SimFlow a = join(vm, "");
        SimFlow b = join("b");
        send(b, MS);
        serve(a, 30 * MS, 30 * MS);
        scheduler.left(a, now);
        SimFlow again = join(vm, "");
        send(again, MS);
        grant(b);
        send(b, 20 * MS);
        assertThat(pick()).isSameAs(b);
    }

    @Test
    void shouldShareByTasksAndSessionsWithinAVm() {
        SimVm vm = new SimVm("a");
        SimFlow x1 = join(vm, "x");
        SimFlow x2 = join(vm, "x");
        SimFlow y = join(vm, "y");
        send(x1, MS);
        send(x2, MS);
        send(y, MS);
        grant(x1);
        assertThat(pick()).as("the other task").isSameAs(y);
        grant(y);
        send(y, MS);
        send(x1, MS);
        assertThat(pick()).as("the other session of the task").isSameAs(x2);
    }

    @Test
    void shouldLetTheLongerWaitBreakTiesWithinAVm() {
        SimVm vm = new SimVm("a");
        SimFlow x1 = join(vm, "x");
        SimFlow x2 = join(vm, "x");
        SimFlow y = join(vm, "y");
        send(x2, MS);
        send(x1, MS);
        assertThat(pick()).as("of sessions").isSameAs(x2);
        send(y, MS);
        assertThat(pick()).as("of tasks").isSameAs(x2);
        withdraw(x2);
        withdraw(x1);
        send(x1, MS);
        assertThat(pick()).as("its turn comes last now").isSameAs(y);
    }

    @Test
    void shouldLetTheLowestRankOfAVmGoFirstInWhateverOrderItsSessionsWait() {
        SimVm vm = new SimVm("a");
        SimFlow first = join(vm, "x");
        SimFlow later = join(vm, "y").rank(1);
        send(first, MS);
        send(later, MS);
        assertThat(pick()).isSameAs(first);
        withdraw(first);
        send(first, MS);
        assertThat(pick()).isSameAs(first);
    }

    @Test
    void shouldPlaceAVmAnewWhenOneOfItsSessionsMayGoOrMayNot() {
        SimFlow a = join("a");
        SimFlow b = join("b");
        send(a, MS);
        send(b, 2 * MS);
        assertThat(pick()).isSameAs(a);
        a.barred = true;
        scheduler.mayChanged(a.tenant());
        assertThat(pick()).isSameAs(b);
        a.barred = false;
        scheduler.mayChanged(a.tenant());
        assertThat(pick()).isSameAs(a);
        scheduler.mayChanged(new SimVm("unknown"));
        assertThat(pick()).isSameAs(a);
    }

    @Test
    void shouldNotOweToTasksAndSessionsThatHadNothingToDo() {
        SimVm vm = new SimVm("a");
        SimFlow x = join(vm, "x");
        SimFlow y = join(vm, "y");
        serve(y, MS, MS);
        for (int i = 0; i < 40; i++) {
            serve(x, MS, MS);
        }
        send(x, MS);
        send(y, MS);
        assertThat(servedInARow(y)).as("the lag and the longest kernel").isBetween(10, 12);
    }

    @Test
    void shouldOweTheLongestKernelOfLateWhichHalvesEachSecond() {
        assertThat(kernelsAfterALongOne(999 * MS)).isEqualTo(10 + 40);
        assertThat(kernelsAfterALongOne(1_000 * MS)).isEqualTo(10 + 20);
        assertThat(kernelsAfterALongOne(2_999 * MS)).isEqualTo(10 + 10);
        assertThat(kernelsAfterALongOne(64_000 * MS)).isEqualTo(10);
    }

    /** Returns how many kernels of 1 ms a task is owed some time after a kernel of 40 ms. */
    private int kernelsAfterALongOne(long later) {
        FairSchedulerStepsTest steps = new FairSchedulerStepsTest();
        steps.now = 7_500 * MS;
        SimVm vm = new SimVm("a");
        SimFlow x = steps.join(vm, "x");
        SimFlow y = steps.join(vm, "y");
        steps.serve(y, MS, MS);
        steps.serve(x, 40 * MS, 40 * MS);
        long longOne = steps.now;
        for (int i = 0; i < 30; i++) {
            steps.serve(x, MS, MS);
        }
        steps.now = longOne + later;
        steps.send(x, MS);
        steps.send(y, MS);
        return steps.servedInARow(y);
    }

    @Test
    void shouldRememberAKernelAsLongAsTheLongestOfLate() {
        SimVm vm = new SimVm("a");
        SimFlow x = join(vm, "x");
        SimFlow y = join(vm, "y");
        serve(y, MS, MS);
        serve(x, 40 * MS, 40 * MS);
        now += 1_480 * MS;
        serve(x, 20 * MS, 20 * MS);
        now += 700 * MS;
        send(x, MS);
        send(y, MS);
        assertThat(servedInARow(y)).as("the lag and the second kernel").isEqualTo(10 + 20);
    }

    @Test
    void shouldServeAReservationThatIsOverdueFirstAndForgiveWhatItCosts() {
        SimVm reserved = new SimVm("a").reservation(500 * MS);
        SimFlow a = join(reserved, "");
        SimFlow b = join("b");
        serve(b, MS, MS);
        serve(a, 100 * MS, 100 * MS);
        send(b, 10 * MS);
        send(a, 10 * MS);
        assertThat(pick()).isSameAs(b);
        now += 300 * MS;
        assertThat(pick()).isSameAs(a);
        grant(a);
        assertThat(pick()).isSameAs(b);
    }

    @Test
    void shouldServeTheMostOverdueReservation() {
        SimFlow a = join(new SimVm("a").reservation(100 * MS), "");
        SimFlow b = join(new SimVm("b").reservation(400 * MS), "");
        send(a, MS);
        send(b, MS);
        pick();
        now += 10 * MS;
        assertThat(pick()).as("equally overdue, and first there").isSameAs(a);
        grant(a);
        assertThat(pick()).isSameAs(b);
    }

    @Test
    void shouldKnowAVmByItsLatestWeight() {
        SimVm heavy = new SimVm("a");
        SimFlow a = join(heavy, "");
        SimFlow b = join("b");
        serve(a, MS, MS);
        serve(b, MS, MS);
        heavy.share(4);
        send(a, 3 * MS);
        send(b, MS);
        assertThat(pick()).as("3 ms at four times the weight").isSameAs(a);
    }

    @Test
    void shouldCountTheGraceOfAVmThatWithdrawsItsCommandFromThenOn() {
        assertThat(kernelsAfterAWithdrawal(20 * MS - 1)).as("all that it is owed").isEqualTo(17);
        assertThat(new FairSchedulerStepsTest().kernelsAfterAWithdrawal(20 * MS))
                .as("the mean of both owes it nothing")
                .isEqualTo(9);
    }

    /** Like {@link #kernelsBeforeTheOther}, for a VM that was away since it withdrew a command. */
    private int kernelsAfterAWithdrawal(long away) {
        SimFlow a = join("a");
        SimFlow b = join("b");
        serve(b, MS, MS);
        serve(a, 18 * MS, 18 * MS);
        send(b, MS);
        withdraw(b);
        now += away;
        send(a, MS);
        pick();
        send(b, MS);
        return servedInARow(b);
    }

    @Test
    void shouldChargeAReservationWithWhatWasMeasured() {
        SimFlow a = join(new SimVm("a").reservation(500 * MS), "");
        SimFlow b = join("b");
        serve(b, MS, MS);
        serve(a, 10 * MS, 100 * MS);
        send(b, 10 * MS);
        send(a, 10 * MS);
        now += 100 * MS;
        assertThat(pick()).as("half of what it had is earned").isSameAs(b);
        now += 200 * MS;
        assertThat(pick()).isSameAs(a);
    }

    @Test
    void shouldNotCollectReservedTimeWhileAVmHasNothingToDo() {
        SimFlow a = join(new SimVm("a").reservation(500 * MS), "");
        SimFlow b = join("b");
        serve(a, MS, MS);
        serve(b, MS, MS);
        now += 1_000 * MS;
        send(b, MS);
        pick();
        send(a, 10 * MS);
        assertThat(pick()).isSameAs(b);
    }

    @Test
    void shouldKeepNothingOfASessionThatHasLeft() {
        SimFlow a = join("a");
        scheduler.left(a, now);
        assertThat(a.note()).isNull();
    }
}
