package dev.hira.gallery.language;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuBytes;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import java.lang.foreign.MemorySegment;

/**
 * Half precision. The input has so few digits that products and sums are exact in {@code float};
 * what remains is one rounding to half precision on both sides, so every bit is defined.
 */
public final class HalfPrecision implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final float A = 1.375f;

    @Override
    public Card card() {
        return new Card(
                "half-precision",
                "Adds a multiple of one vector to another in half precision, two elements at a time.",
                "pairs",
                1 << 22,
                5_003);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    private final class Work implements Workload {
        private final int pairs;
        private final short[] x;
        private final short[] y;
        private final short[] expectedSums;
        private final short[] expectedLarger;
        private final Kernel kernel;
        private final GpuBytes inX;
        private final GpuBytes inY;
        private final GpuBytes sums;
        private final GpuBytes larger;

        Work(Workbench bench) {
            pairs = bench.size();
            x = randomHalves(bench, Workbench.product(pairs, 2));
            y = randomHalves(bench, x.length);
            expectedSums = new short[x.length];
            expectedLarger = new short[x.length];
            kernel = bench.module(HalfPrecision.this).kernel("halfAxpy");
            inX = bench.upload(x);
            inY = bench.upload(y);
            sums = bench.bytes((long) Short.BYTES * x.length);
            larger = bench.bytes((long) Short.BYTES * x.length);
        }

        /** Numbers of any sign from 1 to 2, which are multiples of 1/1024. */
        private static short[] randomHalves(Workbench bench, int count) {
            short[] halves = new short[count];
            for (int i = 0; i < count; i++) {
                float magnitude = 1 + bench.random().nextInt(1024) / 1024f;
                boolean positive = bench.random().nextBoolean();
                halves[i] = Float.floatToFloat16(positive ? magnitude : -magnitude);
            }
            return halves;
        }

        @Override
        public void reset(GpuStream stream) {
            inY.copyTo(sums, stream);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(
                    Dim3.covering(pairs, BLOCK),
                    Dim3.of(BLOCK),
                    stream,
                    pairs,
                    Float.floatToFloat16(A),
                    inX,
                    sums,
                    larger);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < x.length; i++) {
                float product = A * Float.float16ToFloat(x[i]);
                float before = Float.float16ToFloat(y[i]);
                expectedSums[i] = Float.floatToFloat16(product + before);
                short rounded = Float.floatToFloat16(product);
                expectedLarger[i] = Float.float16ToFloat(rounded) > before ? rounded : y[i];
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.exact(expectedSums, halves(sums))
                    .and(Comparison.exact(expectedLarger, halves(larger)));
        }

        private static short[] halves(GpuBytes buffer) {
            short[] halves = new short[(int) (buffer.byteSize() / Short.BYTES)];
            buffer.download(MemorySegment.ofArray(halves));
            return halves;
        }
    }
}
