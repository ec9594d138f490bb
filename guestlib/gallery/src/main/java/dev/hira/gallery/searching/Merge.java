package dev.hira.gallery.searching;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.util.Arrays;

/** Merges two sorted arrays; the second is two thirds as long as the first. */
public final class Merge implements GalleryProgram {
    private static final int BLOCK = 128;

    /** The number of output elements per thread. */
    private static final int PART = 16;

    @Override
    public Card card() {
        return new Card(
                "merge",
                "Merges two sorted arrays, whose parts the threads find by binary search.",
                "elements of the first",
                1 << 20,
                3_001);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int[] a;
        private final int[] b;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuInts inA;
        private final GpuInts inB;
        private final GpuInts out;

        Work(Workbench bench) {
            // Numbers from a small range, so that many are equal.
            a = bench.randomInts(bench.size(), 0, bench.size());
            b = bench.randomInts(Math.ceilDiv(2 * bench.size(), 3), 0, bench.size());
            Arrays.sort(a);
            Arrays.sort(b);
            expected = new int[a.length + b.length];
            kernel = bench.module(Merge.this).kernel("merge");
            inA = bench.upload(a);
            inB = bench.upload(b);
            out = bench.ints(expected.length);
        }

        @Override
        public void launch(GpuStream stream) {
            int threads = Math.ceilDiv(expected.length, PART);
            kernel.launch(
                    Dim3.covering(threads, BLOCK),
                    Dim3.of(BLOCK),
                    stream,
                    inA,
                    a.length,
                    inB,
                    b.length,
                    out);
        }

        @Override
        public void computeInJava() {
            int i = 0;
            int k = 0;
            for (int place = 0; place < expected.length; place++) {
                boolean takeA = k == b.length || (i < a.length && a[i] <= b[k]);
                expected[place] = takeA ? a[i++] : b[k++];
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
