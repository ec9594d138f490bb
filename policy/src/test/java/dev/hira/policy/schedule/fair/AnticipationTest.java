package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The VM for which a device is kept free, and the time until which it is. */
final class AnticipationTest {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long GAP = 200 * MICRO;

    private final FairGroup root = new FairGroup();
    private final VirtualOrder ready = new VirtualOrder();
    private final Anticipation anticipation = new Anticipation(settings(50));
    private final FairVm absent = vm(0);
    private final FairVm best = vm(10);

    private static FairSettings settings(int idlePermille) {
        return new FairSettings(10 * MILLI, 20 * MILLI, MILLI, 300 * MICRO, idlePermille);
    }

    private FairVm vm(long used) {
        FairVm vm = new FairVm(root, MILLI);
        vm.enter(0);
        vm.charge(used);
        return vm;
    }

    /** Makes the VM absent after a kernel of this length, with one earlier return after a gap. */
    private void away(Anticipation from, long lastEstimate) {
        absent.lastEstimate = lastEstimate;
        absent.returns.done(-GAP, 1);
        absent.returns.returned(false, 0, 1);
        absent.returns.done(0, 2);
        absent.goTo(from.absent(), absent.after(1));
        best.goTo(ready, best.after(10));
    }

    /** Makes the VM absent for the first time. */
    private void unseen() {
        absent.lastEstimate = MILLI;
        absent.goTo(anticipation.absent(), absent.after(1));
        best.goTo(ready, best.after(10));
    }

    private boolean isHeld(Anticipation from, long idleAt, long head, long now) {
        from.begin(idleAt);
        return from.isHeldFrom(best, head, root.now(), now);
    }

    private boolean isHeld(long idleAt, long head, long now) {
        return isHeld(anticipation, idleAt, head, now);
    }

    @Test
    void shouldKeepTheDeviceWhileAVmThatGoesFirstHasWorkThere() {
        unseen();
        absent.inFlight = 1;
        assertThat(isHeld(10 * MILLI, MICRO, 0)).isTrue();
        assertThat(anticipation.until()).isEqualTo(10 * MILLI - 300 * MICRO);
        assertThat(anticipation.idleAt()).isEqualTo(10 * MILLI);
        assertThat(isHeld(300 * MICRO, MICRO, 0)).as("it would run dry").isFalse();
        assertThat(anticipation.until()).isEqualTo(Long.MAX_VALUE);
        assertThat(isHeld(300 * MICRO + 1, MICRO, 0)).isTrue();
        assertThat(anticipation.until()).isOne();
    }

    @Test
    void shouldNotKeepItForAVmThatGoesLater() {
        away(anticipation, MILLI);
        absent.inFlight = 1;
        absent.charge(20);
        absent.goTo(anticipation.absent(), absent.after(1));
        assertThat(isHeld(10 * MILLI, MICRO, 0)).isFalse();
    }

    @Test
    void shouldKeepAnIdleDeviceForAVmThatIsExpectedSoon() {
        away(anticipation, MILLI);
        assertThat(isHeld(0, 100 * MILLI, 0)).isTrue();
        assertThat(anticipation.until()).isEqualTo(MILLI);
    }

    @Test
    void shouldKeepItForHalfOfTheOthersKernelAtMost() {
        away(anticipation, MILLI);
        assertThat(isHeld(0, 2 * GAP, 0)).isTrue();
        assertThat(anticipation.until()).isEqualTo(GAP);
        assertThat(isHeld(0, 2 * GAP - 2, 0)).isFalse();
    }

    @Test
    void shouldNotKeepItForLongerThanTheVmsOwnLastKernel() {
        away(anticipation, GAP);
        assertThat(isHeld(0, 100 * MILLI, 0)).isTrue();
        absent.lastEstimate = GAP - 1;
        assertThat(isHeld(0, 100 * MILLI, 0)).isFalse();
    }

    @Test
    void shouldCountFromWhenTheDeviceBecameIdle() {
        away(anticipation, MILLI);
        assertThat(isHeld(0, 100 * MILLI, 0)).isTrue();
        assertThat(isHeld(0, 100 * MILLI, 900 * MICRO)).isTrue();
        assertThat(anticipation.until()).as("as before").isEqualTo(MILLI);
        assertThat(isHeld(0, 100 * MILLI, MILLI)).as("that is over").isFalse();
    }

    @Test
    void shouldKeepADeviceThatWillBeIdleBeforeTheVmIsBack() {
        away(anticipation, MILLI);
        assertThat(isHeld(100 * MICRO, 100 * MILLI, 50 * MICRO)).isTrue();
        assertThat(anticipation.until()).isEqualTo(100 * MICRO + MILLI);
        assertThat(isHeld(300 * MICRO, 100 * MILLI, 50 * MICRO)).isTrue();
        assertThat(anticipation.until()).as("from when it is back").isEqualTo(GAP + MILLI);
    }

    @Test
    void shouldNotKeepItForAVmOfWhichNothingWasSeen() {
        unseen();
        assertThat(isHeld(0, 100 * MILLI, 0)).isFalse();
    }

    @Test
    void shouldIdleWithinTheBudget() {
        Anticipation never = new Anticipation(settings(0));
        away(never, MILLI);
        assertThat(isHeld(never, 0, 100 * MILLI, 0)).isFalse();
    }

    @Test
    void shouldPayForIdlingFromTheBudget() {
        away(anticipation, MILLI);
        assertThat(isHeld(0, 100 * MILLI, 0)).isTrue();
        anticipation.granted(19_900 * MICRO);
        assertThat(isHeld(0, 100 * MILLI, 0)).as("100 us are left").isFalse();
    }

    @Test
    void shouldExpectAVmLaterThatDidNotComeInTime() {
        away(anticipation, MILLI);
        assertThat(isHeld(0, 100 * MILLI, 0)).isTrue();
        long before = absent.returns.expectedAt(false, MILLI);
        anticipation.granted(MILLI);
        assertThat(absent.returns.expectedAt(false, MILLI)).isGreaterThan(before);
        long missed = absent.returns.expectedAt(false, MILLI);
        anticipation.granted(2 * MILLI);
        assertThat(absent.returns.expectedAt(false, MILLI)).as("once").isEqualTo(missed);
    }

    @Test
    void shouldNotTakeAVmForLateThatHasComeOrThatTheDeviceDidNotIdleFor() {
        away(anticipation, MILLI);
        long before = absent.returns.expectedAt(false, MILLI);
        assertThat(isHeld(0, 100 * MILLI, 0)).isTrue();
        absent.waiting = 1;
        anticipation.granted(MILLI);
        absent.waiting = 0;
        assertThat(isHeld(100 * MICRO, 100 * MILLI, 0)).isTrue();
        anticipation.granted(2 * MILLI);
        assertThat(absent.returns.expectedAt(false, MILLI)).isEqualTo(before);
    }
}
