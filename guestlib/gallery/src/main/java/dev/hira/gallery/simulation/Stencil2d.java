package dev.hira.gallery.simulation;

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
 * Heat in a plate that has two thirds as many rows as columns, some steps of it. Additions come in
 * the same order on both sides, so every bit is defined.
 */
public final class Stencil2d implements GalleryProgram {
    private static final Dim3 BLOCK = Dim3.of(16, 16);

    /** An even number, so that the last step ends where the first began. */
    private static final int STEPS = 8;

    @Override
    public Card card() {
        return new Card(
                "stencil-2d",
                "Lets heat spread in a plate by Jacobi's method, tile by tile.",
                "columns",
                1024,
                45);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int width;
        private final int height;
        private final float[] plate;
        private float[] expected;
        private float[] spareInJava;
        private final Kernel kernel;
        private final GpuFloats in;
        private final GpuFloats out;
        private final GpuFloats spare;

        Work(Workbench bench) {
            width = bench.sizeOfAtLeast(3);
            height = Math.ceilDiv(2 * width, 3);
            plate = bench.randomFloats(Workbench.product(height, width), 0, 100);
            expected = new float[plate.length];
            spareInJava = new float[plate.length];
            kernel = bench.module(Stencil2d.this).kernel("jacobi");
            in = bench.upload(plate);
            out = bench.floats(plate.length);
            spare = bench.floats(plate.length);
        }

        @Override
        public void reset(GpuStream stream) {
            in.copyTo(out, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            Dim3 grid = Dim3.covering(width, height, BLOCK);
            for (int step = 0; step < STEPS; step += 2) {
                kernel.launch(grid, BLOCK, stream, width, height, out, spare);
                kernel.launch(grid, BLOCK, stream, width, height, spare, out);
            }
        }

        @Override
        public void computeInJava() {
            System.arraycopy(plate, 0, expected, 0, plate.length);
            System.arraycopy(plate, 0, spareInJava, 0, plate.length);
            for (int step = 0; step < STEPS; step++) {
                float[] from = expected;
                expected = spareInJava;
                spareInJava = from;
                for (int y = 1; y < height - 1; y++) {
                    for (int i = y * width + 1; i < (y + 1) * width - 1; i++) {
                        float vertical = from[i - width] + from[i + width];
                        expected[i] = 0.25f * (vertical + (from[i - 1] + from[i + 1]));
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
