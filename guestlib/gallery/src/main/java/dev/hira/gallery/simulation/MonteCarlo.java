package dev.hira.gallery.simulation;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuLongs;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * The number of random points of a square that lie in a circle, an estimate of pi. All arithmetic
 * is on whole numbers, so the counts are exactly equal. Points are rounded up to full blocks.
 */
public final class MonteCarlo implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int DRAWS = 64;
    private static final int POINTS_PER_DRAW = 2;

    @Override
    public Card card() {
        return new Card(
                "monte-carlo",
                "Counts random points in a circle, drawn by a generator that needs no state.",
                "points",
                1 << 24,
                100_000);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int blocks;
        private final long seed;
        private final Kernel kernel;
        private final GpuLongs out;
        private long expected;

        Work(Workbench bench) {
            blocks = Math.ceilDiv(bench.size(), BLOCK * DRAWS * POINTS_PER_DRAW);
            seed = bench.random().nextLong();
            kernel = bench.module(MonteCarlo.this).kernel("countInside");
            out = bench.longs(1);
        }

        @Override
        public void reset(GpuStream stream) {
            out.zero(stream);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.of(blocks), Dim3.of(BLOCK), stream, DRAWS, seed, out);
        }

        @Override
        public void computeInJava() {
            Philox philox = new Philox(seed);
            expected = 0;
            for (int thread = 0; thread < blocks * BLOCK; thread++) {
                for (int draw = 0; draw < DRAWS; draw++) {
                    philox.generate(thread, draw, 0, 0);
                    expected += inside(philox.x(), philox.y());
                    expected += inside(philox.z(), philox.w());
                }
            }
        }

        private static int inside(int x, int y) {
            long halfX = Integer.toUnsignedLong(x) >>> 1;
            long halfY = Integer.toUnsignedLong(y) >>> 1;
            return halfX * halfX + halfY * halfY < 1L << 62 ? 1 : 0;
        }

        @Override
        public Comparison compare() {
            long points = (long) blocks * BLOCK * DRAWS * POINTS_PER_DRAW;
            return Comparison.count(expected, out.download()[0]).over(points);
        }
    }
}
