package dev.hira.gallery.vectors;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.util.Arrays;

/** How often each byte occurs in a text. */
public final class Histogram implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 128;
    private static final int BINS = 256;

    @Override
    public Card card() {
        return new Card(
                "histogram",
                "Counts how often each byte occurs, with atomics in shared memory.",
                "bytes",
                1 << 25,
                20_011);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final byte[] data;
        private final int[] expected = new int[BINS];
        private final Kernel kernel;
        private final GpuBytes in;
        private final GpuInts bins;

        Work(Workbench bench) {
            n = bench.size();
            data = bench.randomBytes(n);
            kernel = bench.module(Histogram.this).kernel("histogram");
            in = bench.upload(data);
            bins = bench.ints(BINS);
        }

        @Override
        public void reset(GpuStream stream) {
            bins.zero(stream);
        }

        @Override
        public void launch(GpuStream stream) {
            int blocks = Math.min(Math.ceilDiv(n, BLOCK), MOST_BLOCKS);
            kernel.launch(Dim3.of(blocks), Dim3.of(BLOCK), stream, n, in, bins);
        }

        @Override
        public void computeInJava() {
            Arrays.fill(expected, 0);
            for (byte b : data) {
                expected[b & 0xFF]++;
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, bins.download());
        }
    }
}
