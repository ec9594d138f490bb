package dev.hira.gallery.language;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * Lines that the device prints, and assertions that hold. The lines go to the program's standard
 * output; the check covers the threads' computation.
 */
public final class Print implements GalleryProgram {
    private static final int BLOCK = 128;

    @Override
    public Card card() {
        return new Card(
                "print", "Prints from the device and asserts on it.", "elements", 1 << 10, 300);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final int[] values;
        private final int[] expected;
        private final Kernel kernel;
        private final GpuInts in;
        private final GpuInts out;

        Work(Workbench bench) {
            n = bench.size();
            values = bench.randomInts(n, -1000, 1000);
            expected = new int[n];
            kernel = bench.module(Print.this).kernel("print");
            in = bench.upload(values);
            out = bench.ints(n);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(n, BLOCK), Dim3.of(BLOCK), stream, n, in, out);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                expected[i] = 2 * values[i];
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expected, out.download());
        }
    }
}
