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
 * {@code y = a x + y}. Each element is one fused multiplication and addition on both sides, so
 * every bit is defined.
 */
public final class Saxpy implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 1024;
    private static final float A = 2.5f;

    @Override
    public Card card() {
        return new Card(
                "saxpy",
                "Adds a multiple of one vector to another, with a grid that strides over them.",
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
        private final float[] x;
        private final float[] y;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuFloats inX;
        private final GpuFloats inY;
        private final GpuFloats out;

        Work(Workbench bench) {
            n = bench.size();
            x = bench.randomFloats(n, -1, 1);
            y = bench.randomFloats(n, -1, 1);
            expected = new float[n];
            kernel = bench.module(Saxpy.this).kernel("saxpy");
            inX = bench.upload(x);
            inY = bench.upload(y);
            out = bench.floats(n);
        }

        @Override
        public void reset(GpuStream stream) {
            inY.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            int blocks = Math.min(Math.ceilDiv(n, BLOCK), MOST_BLOCKS);
            kernel.launch(Dim3.of(blocks), Dim3.of(BLOCK), stream, n, A, inX, out);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                expected[i] = Math.fma(A, x[i], y[i]);
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
