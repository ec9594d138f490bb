package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hira.policy.schedule.SimFlow;
import dev.hira.policy.schedule.SimVm;
import org.junit.jupiter.api.Test;

/** The tasks of a VM. */
final class FairVmTest {
    private final FairVm vm = new FairVm(new FairGroup(), 0);

    @Test
    void shouldKeepANamedTaskWhileASessionOfItIsThere() {
        FairTask task = vm.join("t");
        assertThat(vm.join("t")).isSameAs(task);
        vm.leave(task);
        assertThat(vm.join("t")).isSameAs(task);
        vm.leave(task);
        vm.leave(task);
        assertThat(vm.members).isZero();
        assertThat(vm.join("t")).as("a new task of the same name").isNotSameAs(task);
    }

    @Test
    void shouldBeBusyAsLongAsACommandOfAnySessionWaitsOrIsAtTheDevice() {
        FairTask task = vm.join("t");
        FairFlow one = flow(task);
        FairFlow other = flow(task);
        one.count(1, 0);
        other.count(1, 0);
        assertThat(task.waiting).isEqualTo(2);
        assertThat(vm.waiting).isEqualTo(2);
        one.count(-1, 1);
        other.count(-1, 1);
        assertThat(task.isBusy()).isTrue();
        assertThat(vm.inFlight).isEqualTo(2);
        one.count(0, -1);
        assertThat(one.isBusy()).isFalse();
        assertThat(task.isBusy()).as("the other is at the device").isTrue();
        other.count(0, -1);
        assertThat(task.isBusy()).isFalse();
        assertThat(vm.isBusy()).isFalse();
    }

    private FairFlow flow(FairTask task) {
        return new FairFlow(new SimFlow(new SimVm("a"), () -> 0), vm, task);
    }

    @Test
    void shouldGiveSessionsWithoutATaskOneOfTheirOwn() {
        assertThat(vm.join("")).isNotSameAs(vm.join(""));
        assertThat(vm.members).isEqualTo(2);
    }
}
