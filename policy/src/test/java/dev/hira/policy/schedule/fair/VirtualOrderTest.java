package dev.hira.policy.schedule.fair;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the order with a list that is searched. */
final class VirtualOrderTest {
    private final FairGroup group = new FairGroup();
    private final VirtualOrder order = new VirtualOrder();
    private final List<FairVm> inOrder = new ArrayList<>();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldSayWhatAListSays(long seed) {
        Random random = new Random(seed);
        List<FairVm> vms = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            FairVm vm = new FairVm(group, 0);
            vm.latestTurn = i;
            vm.charge(i % 3 == 0 ? Long.MAX_VALUE >> 12 : 0); // some are about to wrap around
            vms.add(vm);
        }
        for (int i = 0; i < 3_000; i++) {
            FairVm vm = vms.get(random.nextInt(vms.size()));
            inOrder.remove(vm);
            vm.charge(random.nextInt(30));
            if (random.nextInt(4) > 0) {
                vm.goTo(order, vm.after(random.nextInt(20)));
                inOrder.add(vm);
            } else {
                vm.goTo(null, 0);
            }
            FairVm some = vms.get(random.nextInt(vms.size()));
            long virtual = some.at() + random.nextInt(40_000) - 20_000;
            assertThat(order.first(virtual)).as("seed %s", seed).isSameAs(listed(virtual));
            assertThat(found(some, virtual))
                    .as("seed %s", seed)
                    .containsExactlyInAnyOrderElementsOf(before(some, virtual));
        }
    }

    @Test
    void shouldNotGrowDeepWhenVmsComeAndGoInOrder() {
        List<FairVm> vms = new ArrayList<>();
        for (int i = 0; i < 4_000; i++) {
            FairVm vm = new FairVm(group, 0);
            vm.charge(i);
            vm.goTo(order, vm.after(1));
            vms.add(vm);
        }
        assertThat(depth(vms)).isLessThan(60);
        for (FairVm vm : vms.subList(0, 3_000)) {
            vm.goTo(null, 0);
        }
        assertThat(depth(vms)).isLessThan(60);
    }

    /** Returns the length of the longest way down from any VM. */
    private static int depth(List<FairVm> vms) {
        return vms.stream().mapToInt(VirtualOrderTest::below).max().orElseThrow();
    }

    private static int below(FairVm vm) {
        int lower = vm.lower == null ? 0 : below(vm.lower);
        int higher = vm.higher == null ? 0 : below(vm.higher);
        return 1 + Math.max(lower, higher);
    }

    private FairVm listed(long virtual) {
        Comparator<FairVm> byTurn = Comparator.comparingLong(vm -> vm.turn);
        Comparator<FairVm> byFinish = (a, b) -> Long.signum(a.finish - b.finish);
        Comparator<FairVm> byTime = (a, b) -> Long.signum(a.key - b.key);
        return inOrder.stream()
                .filter(vm -> vm.key - virtual <= 0)
                .min(byFinish.thenComparing(byTurn))
                .orElseGet(() -> inOrder.stream().min(byTime.thenComparing(byTurn)).orElse(null));
    }

    private List<FairVm> found(FairVm other, long virtual) {
        List<FairVm> found = new ArrayList<>();
        order.anyBefore(other, virtual, vm -> !found.add(vm));
        return found;
    }

    private List<FairVm> before(FairVm other, long virtual) {
        boolean owed = other.key - virtual <= 0;
        return inOrder.stream()
                .filter(vm ->
                        owed
                                ? vm.key - virtual <= 0 && vm.finish - other.finish < 0
                                : vm.key - other.key < 0)
                .toList();
    }
}
