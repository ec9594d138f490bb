package dev.hira.sim.kernel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class KernelHeapTest {
    @Test
    void shouldLimitTheAllocations() {
        KernelHeap heap = new KernelHeap(() -> 1L << 40, _ -> 0x1000);
        assertThat(heap.make()).isTrue();
        long last = 0;
        for (int i = 0; i < KernelHeap.MOST_ALLOCATIONS; i++) {
            last = heap.allocate(16);
        }
        assertThat(last).isNotZero();
        assertThat(heap.allocate(16)).isZero();
        assertThat(heap.free(last)).isTrue();
        assertThat(heap.allocate(16)).isEqualTo(last);
    }

    @Test
    void shouldMergeAdjacentFreeRuns() {
        KernelHeap heap = new KernelHeap(() -> 160, bytes -> 0x1000);
        assertThat(heap.make()).isTrue();
        long[] all = new long[10];
        Arrays.setAll(all, _ -> heap.allocate(1));
        assertThat(heap.allocate(1)).isZero();
        for (int i : new int[] {3, 5, 4, 9, 0, 1, 8, 2, 7, 6}) {
            assertThat(heap.free(all[i])).isTrue();
        }
        assertThat(heap.free(all[0])).isFalse();
        assertThat(heap.allocate(160)).isEqualTo(0x1000);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void shouldContinueAsTheHeapWhoseAllocationsItHas(long seed) {
        Random random = new Random(seed);
        KernelHeap heap = new KernelHeap(() -> 10_000, _ -> 0x1000);
        assertThat(heap.make()).isTrue();
        List<Long> held = new ArrayList<>();
        steps(random, held, heap);
        KernelHeap other = new KernelHeap(() -> 1, _ -> 0);
        assertThat(other.adopt(requireNonNull(heap.range()))).isTrue();
        heap.allocations().reversed().forEach(each -> take(other, each));
        assertThat(other.allocations()).isEqualTo(heap.allocations());
        steps(random, held, heap, other);
    }

    private static void take(KernelHeap heap, KernelContext.Extent extent) {
        assertThat(heap.allocateAt(extent.address(), extent.bytes())).isTrue();
    }

    /** Makes the same calls at all heaps, which must give the same results. */
    private static void steps(Random random, List<Long> held, KernelHeap... heaps) {
        for (int step = 0; step < 500; step++) {
            if (held.isEmpty() || random.nextInt(5) < 3) {
                long wanted = 1L + random.nextInt(300);
                long[] places = Arrays.stream(heaps).mapToLong(h -> h.allocate(wanted)).toArray();
                assertThat(places).containsOnly(places[0]);
                held.add(places[0]);
            } else {
                long freed = held.remove(random.nextInt(held.size()));
                for (KernelHeap heap : heaps) {
                    assertThat(heap.free(freed)).isEqualTo(freed != 0);
                }
            }
        }
    }

    @Test
    void shouldRefuseAllocationsThatCannotBe() {
        KernelHeap heap = new KernelHeap(() -> 1, _ -> 0);
        assertThat(heap.allocateAt(0x1000, 16)).as("before there is a heap").isFalse();
        assertThat(heap.adopt(new KernelContext.Extent(0x1000, 100))).isFalse();
        assertThat(heap.adopt(new KernelContext.Extent(0x1000, 160))).isTrue();
        assertThat(heap.adopt(new KernelContext.Extent(0x1000, 160))).isFalse();
        take(heap, new KernelContext.Extent(0x1020, 17));
        for (long address : new long[] {0, 0xff0, 0x1001, 0x1020, 0x1030, 0x10a0, -1}) {
            assertThat(heap.allocateAt(address, 16)).isFalse();
        }
        assertThat(heap.allocateAt(0x1010, 17)).isFalse();
        assertThat(heap.allocateAt(0x1040, 0)).isFalse();
        assertThat(heap.allocateAt(0x1040, Long.MAX_VALUE)).isFalse();
        assertThat(heap.allocateAt(0x1040, 0x61)).isFalse();
        take(heap, new KernelContext.Extent(0x1040, 0x60));
    }
}
