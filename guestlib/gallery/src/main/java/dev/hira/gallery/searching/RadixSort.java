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

/** Sorting by digits of four bits, the least significant first. */
public final class RadixSort implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int BITS = 4;
    private static final int DIGITS = 1 << BITS;

    @Override
    public Card card() {
        return new Card(
                "radix-sort",
                "Sorts keys digit by digit, with warp votes for their ranks.",
                "keys",
                1 << 20,
                3_001);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    /** Sorts unsigned keys. */
    static void sort(int[] keys) {
        int[] from = keys;
        int[] to = new int[keys.length];
        for (int shift = 0; shift < Integer.SIZE; shift += BITS) {
            int[] places = new int[DIGITS + 1];
            for (int key : from) {
                places[(key >>> shift & DIGITS - 1) + 1]++;
            }
            for (int digit = 0; digit < DIGITS; digit++) {
                places[digit + 1] += places[digit];
            }
            for (int key : from) {
                to[places[key >>> shift & DIGITS - 1]++] = key;
            }
            int[] held = from;
            from = to;
            to = held;
        }
    }

    private final class Work implements Workload {
        private final int n;
        private final int[] keys;
        private final int[] sorted;
        private final int blocks;
        private final Kernel countDigits;
        private final Kernel scanCounts;
        private final Kernel scatter;
        private final GpuInts in;
        private final GpuInts out;
        private final GpuInts spare;
        private final GpuInts counts;

        Work(Workbench bench) {
            n = bench.size();
            keys = bench.random().ints(n).toArray();
            sorted = new int[n];
            blocks = Math.ceilDiv(n, BLOCK);
            GpuModule module = bench.module(RadixSort.this);
            countDigits = module.kernel("countDigits");
            scanCounts = module.kernel("scanCounts");
            scatter = module.kernel("scatter");
            in = bench.upload(keys);
            out = bench.ints(n);
            spare = bench.ints(n);
            counts = bench.ints((long) DIGITS * blocks);
        }

        @Override
        public void reset(GpuStream stream) {
            in.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            Dim3 grid = Dim3.of(blocks);
            Dim3 block = Dim3.of(BLOCK);
            GpuInts from = out;
            GpuInts to = spare;
            // An even number of passes: the last one goes from spare to out.
            for (int shift = 0; shift < Integer.SIZE; shift += BITS) {
                countDigits.launch(grid, block, stream, n, shift, from, counts);
                scanCounts.launch(Dim3.of(1), block, stream, DIGITS * blocks, counts);
                scatter.launch(grid, block, stream, n, shift, from, counts, to);
                GpuInts held = from;
                from = to;
                to = held;
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
