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

/** The sum of two vectors. One addition for each element, so every bit is defined. */
public final class VectorAdd implements GalleryProgram {
    private static final int BLOCK = 256;

    @Override
    public Card card() {
        return new Card(
                "vector-add",
                "Adds two vectors, one thread for each element.",
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
        private final float[] a;
        private final float[] b;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuFloats inA;
        private final GpuFloats inB;
        private final GpuFloats out;

        Work(Workbench bench) {
            n = bench.size();
            a = bench.randomFloats(n, -1, 1);
            b = bench.randomFloats(n, -1, 1);
            expected = new float[n];
            kernel = bench.module(VectorAdd.this).kernel("vectorAdd");
            inA = bench.upload(a);
            inB = bench.upload(b);
            out = bench.floats(n);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(n, BLOCK), Dim3.of(BLOCK), stream, n, inA, inB, out);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                expected[i] = a[i] + b[i];
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
