package dev.hira.gallery.signals;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuFloats;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * A separable filter on an image that has three quarters as many rows as columns. Both sides add up
 * in the same order with fused operations, so every bit is defined.
 */
public final class Convolution implements GalleryProgram {
    private static final int RADIUS = 8;
    private static final Dim3 BLOCK = Dim3.of(32, 8);

    @Override
    public Card card() {
        return new Card(
                "convolution",
                "Filters an image by rows and columns, with coefficients in constant memory.",
                "columns",
                1024,
                77);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int width;
        private final int height;
        private final float[] image;
        private final float[] coefficients;
        private final float[] between;
        private final float[] expected;
        private final Kernel convolveRows;
        private final Kernel convolveColumns;
        private final GpuFloats in;
        private final GpuFloats spare;
        private final GpuFloats out;

        Work(Workbench bench) {
            width = bench.size();
            height = Math.ceilDiv(3 * width, 4);
            image = bench.randomFloats(Workbench.product(height, width), 0, 1);
            coefficients = bench.randomFloats(2 * RADIUS + 1, -1, 1);
            between = new float[image.length];
            expected = new float[image.length];
            GpuModule module = bench.module(Convolution.this);
            convolveRows = module.kernel("convolveRows");
            convolveColumns = module.kernel("convolveColumns");
            module.global("coefficients").asFloats().upload(coefficients);
            in = bench.upload(image);
            spare = bench.floats(image.length);
            out = bench.floats(image.length);
        }

        @Override
        public void launch(GpuStream stream) {
            Dim3 grid = Dim3.covering(width, height, BLOCK);
            convolveRows.launch(grid, BLOCK, stream, width, height, in, spare);
            convolveColumns.launch(grid, BLOCK, stream, width, height, spare, out);
        }

        @Override
        public void computeInJava() {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    between[y * width + x] = filtered(image, y * width, x, width, 1);
                }
            }
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    expected[y * width + x] = filtered(between, x, y, height, width);
                }
            }
        }

        /**
         * Returns the filtered value at a position of a line with this many cells at this distance.
         */
        private float filtered(float[] cells, int start, int place, int length, int pitch) {
            float sum = 0;
            int first = Math.max(place - RADIUS, 0);
            int last = Math.min(place + RADIUS, length - 1);
            for (int k = first; k <= last; k++) {
                sum = Math.fma(coefficients[k - place + RADIUS], cells[start + k * pitch], sum);
            }
            return sum;
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
