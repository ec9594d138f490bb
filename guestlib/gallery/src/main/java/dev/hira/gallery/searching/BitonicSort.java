package dev.hira.gallery.searching;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/** Sorting by a network that does not depend on the keys; their number is a power of two. */
public final class BitonicSort implements GalleryProgram {
    /** The number of keys that a block holds in shared memory. */
    private static final int BLOCK = 512;

    @Override
    public Card card() {
        return new Card(
                "bitonic-sort",
                "Sorts keys by a network of comparisons, in shared memory where it can.",
                "keys",
                1 << 18,
                2048);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    /** Sorts unsigned keys, whose number is a power of two. */
    static void sort(int[] keys) {
        for (int size = 2; size <= keys.length && size > 0; size *= 2) {
            for (int distance = size / 2; distance > 0; distance /= 2) {
                for (int low = 0; low < keys.length; low++) {
                    if ((low & distance) == 0) {
                        order(keys, low, low + distance, (low & size) == 0);
                    }
                }
            }
        }
    }

    private static void order(int[] keys, int low, int high, boolean ascending) {
        int a = keys[low];
        int b = keys[high];
        if (Integer.compareUnsigned(a, b) > 0 == ascending) {
            keys[low] = b;
            keys[high] = a;
        }
    }

    private final class Work implements Workload {
        private final int n;
        private final int[] keys;
        private final int[] sorted;
        private final Kernel mergeGlobal;
        private final Kernel sortShared;
        private final GpuInts in;
        private final GpuInts out;

        Work(Workbench bench) {
            n = bench.sizeInPowersOfTwo(BLOCK);
            keys = bench.random().ints(n).toArray();
            sorted = new int[n];
            GpuModule module = bench.module(BitonicSort.this);
            mergeGlobal = module.kernel("mergeGlobal");
            sortShared = module.kernel("sortShared");
            in = bench.upload(keys);
            out = bench.ints(n);
        }

        @Override
        public void reset(GpuStream stream) {
            in.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            Dim3 grid = Dim3.of(n / BLOCK);
            Dim3 block = Dim3.of(BLOCK / 2);
            sortShared.launch(grid, block, stream, out, 2, BLOCK);
            for (int size = 2 * BLOCK; size <= n && size > 0; size *= 2) {
                for (int distance = size / 2; distance >= BLOCK; distance /= 2) {
                    mergeGlobal.launch(grid, block, stream, out, size, distance);
                }
                sortShared.launch(grid, block, stream, out, size, size);
            }
        }

        @Override
        public void computeInJava() {
            System.arraycopy(keys, 0, sorted, 0, n);
            sort(sorted);
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(sorted, out.download());
        }
    }
}
