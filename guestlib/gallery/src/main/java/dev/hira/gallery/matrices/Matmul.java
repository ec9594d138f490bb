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
import java.util.Arrays;

/**
 * The product of two square matrices. Both sides add up each element's products in the same order
 * with fused multiplications and additions, so every bit is defined.
 */
public final class Matmul implements GalleryProgram {
    private static final int TILE = 16;

    @Override
    public Card card() {
        return new Card(
                "matmul",
                "Multiplies two square matrices, tile by tile in shared memory.",
                "rows",
                512,
                48);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final float[] a;
        private final float[] b;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuFloats inA;
        private final GpuFloats inB;
        private final GpuFloats out;

        Work(Workbench bench) {
            n = bench.sizeInMultiplesOf(TILE);
            expected = new float[Workbench.product(n, n)];
            a = bench.randomFloats(expected.length, -1, 1);
            b = bench.randomFloats(expected.length, -1, 1);
            kernel = bench.module(Matmul.this).kernel("matmul");
            inA = bench.upload(a);
            inB = bench.upload(b);
            out = bench.floats(expected.length);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(
                    Dim3.of(n / TILE, n / TILE), Dim3.of(TILE, TILE), stream, n, inA, inB, out);
        }

        /** Loops along rows; each element's sum keeps its order. */
        @Override
        public void computeInJava() {
            Arrays.fill(expected, 0);
            for (int row = 0; row < n; row++) {
                for (int k = 0; k < n; k++) {
                    float factor = a[row * n + k];
                    for (int column = 0; column < n; column++) {
                        int at = row * n + column;
                        expected[at] = Math.fma(factor, b[k * n + column], expected[at]);
                    }
                }
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
