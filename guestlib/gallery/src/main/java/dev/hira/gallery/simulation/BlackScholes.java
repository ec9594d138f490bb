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
 * Prices of options. A price is a difference of two terms, neither larger than the largest stock
 * price or strike; each term has some twenty roundings of 2<sup>-24</sup> and functions that are
 * right to 2 units in the last place on the device. So 2<sup>-19</sup> of that largest is allowed.
 */
public final class BlackScholes implements GalleryProgram {
    private static final int BLOCK = 256;
    private static final int MOST_BLOCKS = 1024;
    private static final float RATE = 0.02f;
    private static final float VOLATILITY = 0.3f;
    private static final float LARGEST = 100;
    private static final float[] COEFFICIENTS = {
        -1.8212559f, 1.7814779f, -0.35656378f, 0.31938154f
    };

    @Override
    public Card card() {
        return new Card(
                "black-scholes",
                "Prices European options by the formula of Black and Scholes.",
                "options",
                1 << 20,
                5_003);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    /** By Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17. */
    public static float normalDistribution(float x) {
        float k = 1 / (1 + 0.2316419f * Math.abs(x));
        float polynomial = 1.3302745f;
        for (float coefficient : COEFFICIENTS) {
            polynomial = coefficient + k * polynomial;
        }
        float density = 0.3989423f * (float) Math.exp(-0.5f * x * x);
        float tail = density * k * polynomial;
        return x > 0 ? 1 - tail : tail;
    }

    private final class Work implements Workload {
        private final int n;
        private final float[] prices;
        private final float[] strikes;
        private final float[] years;
        private final float[] expectedCalls;
        private final float[] expectedPuts;
        private final Kernel kernel;
        private final GpuFloats inPrices;
        private final GpuFloats inStrikes;
        private final GpuFloats inYears;
        private final GpuFloats calls;
        private final GpuFloats puts;

        Work(Workbench bench) {
            n = bench.size();
            prices = bench.randomFloats(n, 5, 30);
            strikes = bench.randomFloats(n, 1, LARGEST);
            years = bench.randomFloats(n, 0.25f, 10);
            expectedCalls = new float[n];
            expectedPuts = new float[n];
            kernel = bench.module(BlackScholes.this).kernel("blackScholes");
            inPrices = bench.upload(prices);
            inStrikes = bench.upload(strikes);
            inYears = bench.upload(years);
            calls = bench.floats(n);
            puts = bench.floats(n);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(
                    Dim3.of(Math.min(Math.ceilDiv(n, BLOCK), MOST_BLOCKS)),
                    Dim3.of(BLOCK),
                    stream,
                    n,
                    RATE,
                    VOLATILITY,
                    inPrices,
                    inStrikes,
                    inYears,
                    calls,
                    puts);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                float deviation = VOLATILITY * (float) Math.sqrt(years[i]);
                float drift = (RATE + 0.5f * VOLATILITY * VOLATILITY) * years[i];
                float d1 = ((float) Math.log(prices[i] / strikes[i]) + drift) / deviation;
                float n1 = normalDistribution(d1);
                float n2 = normalDistribution(d1 - deviation);
                float discounted = strikes[i] * (float) Math.exp(-RATE * years[i]);
                expectedCalls[i] = prices[i] * n1 - discounted * n2;
                expectedPuts[i] = discounted * (1 - n2) - prices[i] * (1 - n1);
            }
        }

        @Override
        public Comparison compare() {
            return against(expectedCalls, calls).and(against(expectedPuts, puts));
        }

        private static Comparison against(float[] expected, GpuFloats actual) {
            return Comparison.scaled(expected, actual.download(), LARGEST, 0x1p-19);
        }
    }
}
