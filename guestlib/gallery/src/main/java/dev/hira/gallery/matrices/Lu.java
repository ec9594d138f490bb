package dev.hira.gallery.matrices;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuDoubles;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * The LU decomposition of a matrix with a dominant diagonal, which needs no pivoting. Each element
 * has the same fused operations in the same order on both sides, so every bit is defined.
 */
public final class Lu implements GalleryProgram {
    private static final int LINE = 128;
    private static final Dim3 BLOCK = Dim3.of(32, 8);

    @Override
    public Card card() {
        return new Card(
                "lu",
                "Decomposes a matrix into triangular factors, column after column, in double precision.",
                "rows",
                384,
                40);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    /** Replaces the matrix by its factors; the lower one's diagonal of ones is left out. */
    public static void decompose(double[] a, int n) {
        for (int k = 0; k < n - 1; k++) {
            for (int row = k + 1; row < n; row++) {
                double factor = a[row * n + k] / a[k * n + k];
                a[row * n + k] = factor;
                for (int column = k + 1; column < n; column++) {
                    int at = row * n + column;
                    a[at] = Math.fma(-factor, a[k * n + column], a[at]);
                }
            }
        }
    }

    private final class Work implements Workload {
        private final int n;
        private final double[] matrix;
        private final double[] factors;
        private final Kernel scaleColumn;
        private final Kernel updateRest;
        private final GpuDoubles in;
        private final GpuDoubles out;

        Work(Workbench bench) {
            n = bench.sizeOfAtLeast(2);
            matrix = bench.randomDoubles(Workbench.product(n, n), -1, 1);
            for (int i = 0; i < n; i++) {
                matrix[i * n + i] += n;
            }
            factors = new double[matrix.length];
            GpuModule module = bench.module(Lu.this);
            scaleColumn = module.kernel("scaleColumn");
            updateRest = module.kernel("updateRest");
            in = bench.upload(matrix);
            out = bench.doubles(matrix.length);
        }

        @Override
        public void reset(GpuStream stream) {
            in.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            for (int k = 0; k < n - 1; k++) {
                int rest = n - 1 - k;
                scaleColumn.launch(Dim3.covering(rest, LINE), Dim3.of(LINE), stream, n, k, out);
                updateRest.launch(Dim3.covering(rest, rest, BLOCK), BLOCK, stream, n, k, out);
            }
        }

        @Override
        public void computeInJava() {
            System.arraycopy(matrix, 0, factors, 0, matrix.length);
            decompose(factors, n);
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(factors, out.download());
        }
    }
}
