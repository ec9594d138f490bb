package dev.hira.gallery.signals;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The Mandelbrot set, with a structure as its parameter. Both sides fuse the same operations, so
 * the counts are the same.
 */
public final class Mandelbrot implements GalleryProgram {
    private static final Dim3 BLOCK = Dim3.of(32, 8);
    private static final int LIMIT = 256;
    private static final float LEFT = -2.2f;
    private static final float TOP = -1.5f;

    @Override
    public Card card() {
        return new Card(
                "mandelbrot",
                "Counts the steps by which points of the plane escape, with much divergence.",
                "columns",
                1024,
                61);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int side;
        private final float step;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuInts out;

        Work(Workbench bench) {
            side = bench.size();
            step = 3f / side;
            expected = new int[Workbench.product(side, side)];
            kernel = bench.module(Mandelbrot.this).kernel("mandelbrot");
            out = bench.ints(expected.length);
        }

        /** The kernel's {@code struct View}. */
        private MemorySegment view() {
            ByteBuffer view = ByteBuffer.allocate(24).order(ByteOrder.LITTLE_ENDIAN);
            view.putFloat(LEFT).putFloat(TOP).putFloat(step);
            view.putInt(side).putInt(side).putInt(LIMIT);
            return MemorySegment.ofArray(view.array());
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(side, side, BLOCK), BLOCK, stream, view(), out);
        }

        @Override
        public void computeInJava() {
            for (int row = 0; row < side; row++) {
                for (int column = 0; column < side; column++) {
                    expected[row * side + column] =
                            steps(Math.fma(column, step, LEFT), Math.fma(row, step, TOP));
                }
            }
        }

        private static int steps(float cx, float cy) {
            float x = 0;
            float y = 0;
            int count = 0;
            while (count < LIMIT && x * x + y * y <= 4) {
                float next = x * x - y * y + cx;
                y = Math.fma(2 * x, y, cy);
                x = next;
                count++;
            }
            return count;
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
