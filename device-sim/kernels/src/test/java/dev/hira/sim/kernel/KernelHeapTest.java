package dev.hira.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class KernelHeapTest {
    @Test
    void shouldLimitTheAllocations() {
        KernelHeap heap = new KernelHeap(() -> 1L << 40, _ -> 0x1000);
        assertThat(heap.make()).isTrue();
        long last = 0;
        for (int i = 0; i < KernelHeap.MOST; i++) {
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
}
