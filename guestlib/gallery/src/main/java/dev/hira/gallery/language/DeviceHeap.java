package dev.hira.gallery.language;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;

/** Lists that each thread builds, sums and frees. */
public final class DeviceHeap implements GalleryProgram {
    private static final int BLOCK = 64;
    private static final int LONGEST = 16;

    @Override
    public Card card() {
        return new Card(
                "device-heap",
                "Builds and frees linked lists in memory that threads allocate themselves.",
                "lists",
                1 << 12,
                200);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final int[] lengths;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuInts in;
        private final GpuInts out;

        Work(Workbench bench) {
            n = bench.size();
            lengths = bench.randomInts(n, 0, LONGEST + 1);
            expected = new int[n];
            kernel = bench.module(DeviceHeap.this).kernel("sumLists");
            in = bench.upload(lengths);
            out = bench.ints(n);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(n, BLOCK), Dim3.of(BLOCK), stream, n, in, out);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                Deque<Integer> list = new ArrayDeque<>();
                for (int k = 1; k <= lengths[i]; k++) {
                    list.push(i * k);
                }
                int sum = 0;
                while (!list.isEmpty()) {
                    sum = 31 * sum + list.pop();
                }
                expected[i] = sum;
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
