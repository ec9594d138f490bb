package dev.hira.gallery.signals;

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
 * Fourier transforms of signals of 1024 complex numbers. Each of the ten levels rounds products,
 * sums and the factors of unit length, in all at most 8 times 2<sup>-24</sup> on each side; the
 * errors are measured as a part of the largest result, of which 10 times 16 times 2<sup>-24</sup>
 * is allowed.
 */
public final class Fft implements GalleryProgram {
    private static final int LENGTH = 1024;
    private static final int LEVELS = 10;
    private static final int BLOCK = LENGTH / 2;

    @Override
    public Card card() {
        return new Card(
                "fft",
                "Transforms signals by a fast Fourier transform in shared memory, a block for each.",
                "signals",
                512,
                3);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int signals;
        private final float[] values;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuFloats in;
        private final GpuFloats out;

        Work(Workbench bench) {
            signals = bench.size();
            values = bench.randomFloats(Workbench.product(signals, 2 * LENGTH), -1, 1);
            expected = new float[values.length];
            kernel = bench.module(Fft.this).kernel("transform");
            in = bench.upload(values);
            out = bench.floats(values.length);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.of(signals), Dim3.of(BLOCK), stream, in, out);
        }

        @Override
        public void computeInJava() {
            FftInJava fft = new FftInJava(LENGTH);
            for (int signal = 0; signal < signals; signal++) {
                fft.transform(values, expected, 2 * LENGTH * signal);
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.scaled(
                    expected, out.download(), Comparison.largest(expected), LEVELS * 16 * 0x1p-24);
        }
    }
}
