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
 * A sum, by shuffles within warps and one atomic addition for each block. The order of the atomic
 * additions is undefined; {@link Sums} bounds its effect.
 */
public final class WarpReduction implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 256;
    private static final int WARP = 32;

    @Override
    public Card card() {
        return new Card(
                "warp-reduction",
                "Sums a vector by warp shuffles and one atomic addition for each block.",
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
        private final GpuFloats sum;
        private double expected;

        Work(Workbench bench) {
            n = bench.size();
            blocks = Math.min(Math.ceilDiv(n, BLOCK), MOST_BLOCKS);
            values = bench.randomFloats(n, 0, 1);
            kernel = bench.module(WarpReduction.this).kernel("reduce");
            in = bench.upload(values);
            sum = bench.floats(1);
        }

        @Override
        public void reset(GpuStream stream) {
            sum.zero(stream);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.of(blocks), Dim3.of(BLOCK), stream, n, in, sum);
        }

        @Override
        public void computeInJava() {
            expected = Sums.of(values);
        }

        @Override
        public Comparison compare() {
            int additions = Math.ceilDiv(n, blocks * BLOCK) + 2 * Sums.log2(WARP) + blocks;
            return Sums.compare(n, expected, sum.download()[0], additions);
        }
    }
}
