package dev.hira.gallery.vectors;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * A sum, by trees in shared memory whose size is given at launch. Rounding depends on the order of
 * the additions; {@link Sums} bounds its effect.
 */
public final class Reduction implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 256;

    @Override
    public Card card() {
        return new Card(
                "reduction",
                "Sums a vector by trees in shared memory, in two launches.",
                "elements",
                1 << 24,
                10_007);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final int blocks;
        private final float[] values;
        private final Kernel kernel;
        private final GpuFloats in;
        private final GpuFloats partial;
        private final GpuFloats sum;
        private double expected;

        Work(Workbench bench) {
            n = bench.size();
            blocks = Math.min(Math.ceilDiv(n, BLOCK), MOST_BLOCKS);
            values = bench.randomFloats(n, 0, 1);
            kernel =
                    bench.module(Reduction.this)
                            .kernel("reduce")
                            .withSharedMemory(BLOCK * Float.BYTES);
            in = bench.upload(values);
            partial = bench.floats(blocks);
            sum = bench.floats(1);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.of(blocks), Dim3.of(BLOCK), stream, n, in, partial);
            kernel.launch(Dim3.of(1), Dim3.of(BLOCK), stream, blocks, partial, sum);
        }

        @Override
        public void computeInJava() {
            expected = Sums.of(values);
        }

        @Override
        public Comparison compare() {
            int additions = Math.ceilDiv(n, blocks * BLOCK) + Math.ceilDiv(blocks, BLOCK);
            return Sums.compare(n, expected, sum.download()[0], additions + 2 * Sums.log2(BLOCK));
        }
    }
}
