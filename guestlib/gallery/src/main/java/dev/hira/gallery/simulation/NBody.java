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
 * The accelerations of bodies in a cube that attract each other.
 *
 * <p>Each acceleration is a sum of {@code n} terms. The device's reciprocal root has a relative
 * error of at most 2<sup>-22</sup>, which the third power makes 3 times as large; with the other
 * roundings a term is right to 2<sup>-20</sup>. Errors of terms and of additions have no common
 * direction, so they add up like a random walk, with the square root of {@code n}. They are
 * measured as a part of the largest component.
 */
public final class NBody implements GalleryProgram {
    private static final int BLOCK = 128;
    private static final float SOFTENING = 0.01f;

    @Override
    public Card card() {
        return new Card(
                "n-body",
                "Computes the accelerations of bodies, every pair, with tiles in shared memory.",
                "bodies",
                8192,
                300);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int n;
        private final float[] bodies;
        private final float[] expected;
        private final Kernel kernel;
        private final GpuFloats in;
        private final GpuFloats out;

        Work(Workbench bench) {
            n = bench.size();
            bodies = bench.randomFloats(Workbench.product(n, 4), 0, 1);
            expected = new float[bodies.length];
            kernel =
                    bench.module(NBody.this)
                            .kernel("accelerate")
                            .withSharedMemory(BLOCK * 4 * Float.BYTES);
            in = bench.upload(bodies);
            out = bench.floats(bodies.length);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(Dim3.covering(n, BLOCK), Dim3.of(BLOCK), stream, n, SOFTENING, in, out);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < 4 * n; i += 4) {
                float sumX = 0;
                float sumY = 0;
                float sumZ = 0;
                for (int k = 0; k < 4 * n; k += 4) {
                    float dx = bodies[k] - bodies[i];
                    float dy = bodies[k + 1] - bodies[i + 1];
                    float dz = bodies[k + 2] - bodies[i + 2];
                    float square = dx * dx + dy * dy + dz * dz + SOFTENING;
                    float inverse = 1 / (float) Math.sqrt(square);
                    float pull = bodies[k + 3] * inverse * inverse * inverse;
                    sumX += pull * dx;
                    sumY += pull * dy;
                    sumZ += pull * dz;
                }
                expected[i] = sumX;
                expected[i + 1] = sumY;
                expected[i + 2] = sumZ;
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.scaled(
                    expected, out.download(), Comparison.largest(expected), Math.sqrt(n) * 0x1p-20);
        }
    }
}
