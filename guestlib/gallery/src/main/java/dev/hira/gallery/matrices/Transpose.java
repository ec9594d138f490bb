package dev.hira.gallery.matrices;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/** The transpose of a matrix with half as many rows again as columns. */
public final class Transpose implements GalleryProgram {
    private static final int TILE = 32;
    private static final int ROWS = 8;

    @Override
    public Card card() {
        return new Card(
                "transpose",
                "Transposes a matrix of any shape through tiles in shared memory.",
                "columns",
                2048,
                75);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int width;
        private final int height;
        private final float[] matrix;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuFloats in;
        private final GpuFloats out;

        Work(Workbench bench) {
            width = bench.size();
            height = width + width / 2;
            matrix = bench.randomFloats(Workbench.product(height, width), -1, 1);
            expected = new float[matrix.length];
            kernel = bench.module(Transpose.this).kernel("transpose");
            in = bench.upload(matrix);
            out = bench.floats(matrix.length);
        }

        @Override
        public void launch(GpuStream stream) {
            Dim3 grid = Dim3.covering(width, height, Dim3.of(TILE, TILE));
            kernel.launch(grid, Dim3.of(TILE, ROWS), stream, width, height, in, out);
        }

        @Override
        public void computeInJava() {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    expected[x * height + y] = matrix[y * width + x];
                }
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
