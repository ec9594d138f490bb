package dev.hira.policy.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the queue with a list that is searched each time. */
final class WakeQueueTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void shouldSayWhatAListSays(long seed) {
        Random random = new Random(seed);
        WakeQueue wakes = new WakeQueue();
        List<GateVm> vms = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            vms.add(new GateVm(new TestTenant("vm" + i), () -> 0));
        }
        for (int i = 0; i < 5_000; i++) {
            GateVm vm = vms.get(random.nextInt(vms.size()));
            wakes.set(vm, random.nextInt(3) == 0 ? Long.MAX_VALUE : random.nextInt(1_000));
            long first = vms.stream().mapToLong(other -> other.wakeAt).min().orElseThrow();
            assertThat(wakes.firstAt()).as("seed %s step %s", seed, i).isEqualTo(first);
            if (first != Long.MAX_VALUE) {
                assertThat(wakes.first().wakeAt).isEqualTo(first);
            }
        }
        drain(wakes, vms);
    }

    /** Removes all VMs in the order of their times. */
    private static void drain(WakeQueue wakes, List<GateVm> vms) {
        List<Long> expected =
                vms.stream()
                        .map(vm -> vm.wakeAt)
                        .filter(at -> at != Long.MAX_VALUE)
                        .sorted(Comparator.naturalOrder())
                        .toList();
        List<Long> drained = new ArrayList<>();
        while (wakes.firstAt() != Long.MAX_VALUE) {
            drained.add(wakes.firstAt());
            wakes.set(wakes.first(), Long.MAX_VALUE);
        }
        assertThat(drained).isEqualTo(expected);
    }
}
