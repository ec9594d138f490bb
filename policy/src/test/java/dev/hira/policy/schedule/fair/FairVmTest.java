package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

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
    void shouldGiveSessionsWithoutATaskOneOfTheirOwn() {
        assertThat(vm.join("")).isNotSameAs(vm.join(""));
        assertThat(vm.members).isEqualTo(2);
    }
}
