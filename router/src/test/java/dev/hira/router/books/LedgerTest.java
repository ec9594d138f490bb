package dev.hira.router.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LedgerTest {
    private static final int MEMORY = 0;
    private static final int CALLS = 1;
    private static final List<String> RESOURCES = List.of("memory", "calls");
    private static final long A = 0x100_0000_0000L;
    private static final long B = 0x100_0000_0200L;
    private static final long C = 0x100_0000_0400L;

    private final VmLedger vm = new VmLedger();
    private final Ledger ledger = new Ledger(vm, List.of(), RESOURCES, 100, 42);
    private final CostList costs = new CostList(2);

    private void alloc(long call, boolean sync, long name, long bytes) {
        costs.reset();
        costs.allocates(MEMORY, name, bytes);
        costs.consumes(CALLS, 1);
        ledger.enter(call, sync, costs);
    }

    @Test
    void shouldGiveBackWhatADeadObjectHeld() {
        alloc(1, true, A, 100);
        ledger.answered(1);
        ledger.died(A);
        assertThat(ledger.held(MEMORY)).isZero();
        assertThat(ledger.consumed(CALLS)).isEqualTo(1);
        assertThat(ledger.bookings()).isZero();
    }

    @Test
    void shouldCountWhatASessionHoldsOnEachDeviceThatItSees() {
        Ledger one = new Ledger(vm, List.of("s/0"), RESOURCES, 100, 1);
        Ledger both = new Ledger(vm, List.of("s/0", "s/1"), RESOURCES, 100, 2);
        Ledger other = new Ledger(vm, List.of("s/1"), RESOURCES, 100, 3);
        enter(one, 100);
        enter(both, 20);
        enter(other, 3);
        assertThat(one.heldOnDevice(MEMORY)).isEqualTo(120);
        assertThat(other.heldOnDevice(MEMORY)).isEqualTo(23);
        assertThat(both.heldOnDevice(MEMORY)).as("where it is the most").isEqualTo(120);
        one.close();
        assertThat(both.heldOnDevice(MEMORY)).isEqualTo(23);
        both.failed(1);
        other.close();
        assertThat(vm.device("s/0").held("memory")).isZero();
        assertThat(vm.device("s/1").held("memory")).isZero();
        assertThat(ledger.heldOnDevice(MEMORY)).as("of a session that sees none").isZero();
    }

    @Test
    void shouldCountAResourceOnceForSessionsOfAllApis() {
        Ledger other = new Ledger(vm, List.of("s/0"), List.of("queues", "memory"), 100, 5);
        Ledger own = new Ledger(vm, List.of("s/0"), RESOURCES, 100, 6);
        enter(own, 100);
        costs.reset();
        costs.allocates(1, B, 20);
        costs.allocates(0, B, 3);
        other.enter(1, true, costs);
        assertThat(own.heldByVm(MEMORY)).isEqualTo(120);
        assertThat(other.heldByVm(1)).isEqualTo(120);
        assertThat(own.heldOnDevice(MEMORY)).isEqualTo(120);
        assertThat(other.held(1)).as("of this session alone").isEqualTo(20);
        assertThat(vm.held("queues")).isEqualTo(3);
        other.close();
        assertThat(vm.held("memory")).isEqualTo(100);
    }

    private void enter(Ledger into, long bytes) {
        costs.reset();
        costs.allocates(MEMORY, A, bytes);
        into.enter(1, true, costs);
    }

    @Test
    void shouldChargeTheOldObjectWhenItsNameIsAlreadyTakenAgain() {
        alloc(1, true, A, 100);
        ledger.answered(1);
        alloc(2, true, A, 7);
        ledger.died(A);
        assertThat(ledger.held(MEMORY)).isEqualTo(7);
        ledger.failed(2);
        assertThat(ledger.held(MEMORY)).isZero();
    }

    @Test
    void shouldGiveBackOnlyTheFailedCallsBooking() {
        alloc(1, true, A, 100);
        ledger.answered(1);
        alloc(2, true, A, 7);
        ledger.failed(2);
        assertThat(ledger.held(MEMORY)).isEqualTo(100);
        ledger.died(A);
        assertThat(vm.held("memory")).isZero();
    }

    @Test
    void shouldNotGiveBackTwiceWhenAnAnswerNamesAnAnsweredCall() {
        alloc(1, true, A, 100);
        ledger.answered(1);
        ledger.failed(1);
        assertThat(ledger.held(MEMORY)).isEqualTo(100);
    }

    @Test
    void shouldGiveBackExactlyTheObjectThatACallCreatedInWhateverOrderItIsTold() {
        alloc(1, false, A, 100);
        alloc(2, false, A, 7);
        ledger.died(A, 2);
        assertThat(ledger.held(MEMORY)).isEqualTo(100);
        ledger.failed(1);
        assertThat(ledger.held(MEMORY)).isZero();
        alloc(3, true, A, 9);
        ledger.died(A, 3);
        ledger.answered(3);
        assertThat(ledger.held(MEMORY)).isZero();
    }

    @Test
    void shouldGiveNothingBackForAnObjectThatWasNeverBooked() {
        alloc(2, false, A, 7);
        ledger.died(A, 1);
        assertThat(ledger.held(MEMORY)).isEqualTo(7);
    }

    @Test
    void shouldNotTakeAnUnansweredCallsObjectForDead() {
        alloc(1, true, A, 100);
        ledger.died(A);
        assertThat(ledger.held(MEMORY)).isEqualTo(100);
    }

    @Test
    void shouldGiveBackAllThatOneCallHeldUnderSeveralNamesAndResources() {
        var both = new CostList(2);
        both.allocates(0, A, 5);
        both.allocates(1, A, 6);
        both.allocates(0, B, 7);
        ledger.enter(3, false, both);
        ledger.died(A);
        assertThat(ledger.held(0)).isEqualTo(7);
        assertThat(ledger.held(1)).isZero();
        ledger.failed(3);
        assertThat(ledger.held(0)).isZero();
    }

    @Test
    void shouldGiveEverythingBackWhenTheSessionEndsAndNothingAfterwards() {
        alloc(1, true, A, 100);
        alloc(2, false, B, 50);
        assertThat(vm.held("memory")).isEqualTo(150);
        ledger.close();
        ledger.close();
        ledger.died(A);
        ledger.failed(2);
        alloc(3, false, B, 9);
        assertThat(vm.held("memory")).isZero();
    }

    @Test
    void shouldRefuseNegativeAmountsAndSumsThatOverflow() {
        assertThatThrownBy(() -> costs.allocates(MEMORY, A, -1))
                .isInstanceOf(ArithmeticException.class);
        alloc(1, true, A, Long.MAX_VALUE);
        costs.reset();
        costs.allocates(MEMORY, B, 1);
        assertThat(ledger.canHold(costs)).isFalse();
    }

    @Test
    void shouldHoldTheLargestAmountThatALongHas() {
        alloc(1, true, A, Long.MAX_VALUE - 1);
        costs.reset();
        costs.allocates(MEMORY, B, 1);
        assertThat(ledger.canHold(costs)).isTrue();
        assertThatThrownBy(() -> costs.allocates(MEMORY, B, Long.MAX_VALUE))
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void shouldHaveRoomUntilTheLimitOfHoldingsIsReached() {
        Ledger small = new Ledger(vm, List.of(), RESOURCES, 3, 42);
        enter(small, 10);
        costs.reset();
        costs.allocates(MEMORY, A, 1);
        costs.allocates(MEMORY, B, 1);
        assertThat(small.hasRoomFor(costs)).as("two more of three").isTrue();
        costs.allocates(CALLS, B, 1);
        assertThat(small.hasRoomFor(costs)).as("three more of three").isFalse();
        small.failed(1);
        assertThat(small.hasRoomFor(costs)).isTrue();
    }

    @Test
    void shouldNotLetConsumptionTurnNegative() {
        for (int call = 1; call <= 2; call++) {
            costs.reset();
            costs.consumes(CALLS, Long.MAX_VALUE);
            ledger.enter(call, true, costs);
        }
        assertThat(ledger.consumed(CALLS)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldTakeNoOtherObjectForDeadWhenOneOfManyDies() {
        for (int call = 1; call <= 40; call++) {
            alloc(call, false, A + call, call);
        }
        ledger.died(A + 7);
        ledger.died(A + 40, 40);
        ledger.failed(1);
        assertThat(ledger.held(MEMORY)).isEqualTo(40 * 41 / 2 - 7 - 40 - 1);
        assertThat(ledger.bookings()).isEqualTo(37);
        for (int call = 41; call <= 44; call++) {
            alloc(call, false, A + call, 1000);
        }
        assertThat(ledger.held(MEMORY)).isEqualTo(40 * 41 / 2 - 7 - 40 - 1 + 4000);
        assertThat(vm.held("memory")).isEqualTo(ledger.held(MEMORY));
    }

    @Test
    void shouldNotGiveBackWhatFollowsAnAnswerToOneOfTwoCallsOfAName() {
        alloc(1, true, A, 100);
        alloc(2, true, A, 7);
        ledger.answered(2);
        ledger.died(A);
        assertThat(ledger.held(MEMORY)).as("the first call has no answer yet").isEqualTo(107);
        ledger.failed(1);
        ledger.died(A);
        assertThat(ledger.held(MEMORY)).isZero();
    }

    @Test
    void shouldGiveBackOnceHoweverOftenTheEndOfAnObjectIsReported() {
        alloc(1, false, A, 100);
        alloc(2, false, B, 7);
        ledger.died(A, 1);
        ledger.died(A, 1);
        ledger.died(A);
        ledger.failed(1);
        assertThat(ledger.held(MEMORY)).isEqualTo(7);
        assertThat(ledger.bookings()).isEqualTo(1);
    }

    @Test
    void shouldGiveBackEachObjectOfACallOnceInWhateverOrderTheyDie() {
        long[][] orders = {{A, B, C}, {A, C, B}, {B, A, C}, {B, C, A}, {C, A, B}, {C, B, A}};
        alloc(1, false, A - 1, 1000);
        long call = 2;
        for (long[] order : orders) {
            costs.reset();
            costs.allocates(MEMORY, A, 1);
            costs.allocates(CALLS, A, 1);
            costs.allocates(MEMORY, B, 20);
            costs.allocates(MEMORY, C, 300);
            ledger.enter(call, false, costs);
            ledger.died(order[0]);
            ledger.died(order[0], call);
            assertThat(ledger.bookings()).isEqualTo(order[0] == A ? 3 : 4);
            ledger.died(order[1], call);
            ledger.failed(call);
            ledger.died(order[2], call);
            assertThat(ledger.held(MEMORY)).isEqualTo(1000);
            assertThat(ledger.held(CALLS)).isZero();
            assertThat(ledger.bookings()).isEqualTo(1);
            call++;
        }
    }
}
