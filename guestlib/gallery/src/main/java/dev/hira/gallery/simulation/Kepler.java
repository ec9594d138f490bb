package dev.hira.gallery.simulation;

import dev.hira.gallery.Card;
import dev.hira.gallery.Comparison;
import dev.hira.gallery.GalleryProgram;
import dev.hira.gallery.Workbench;
import dev.hira.gallery.Workload;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuDoubles;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;

/**
 * Places of planets on their ellipses. The equation's residual is right to some units in the last
 * place of the anomaly, which is at most 11 and has units of 2<sup>-49</sup>; an eccentricity of up
 * to 0.9 makes 10 times as much of it. So an absolute error of 2<sup>-43</sup> is allowed.
 */
public final class Kepler implements GalleryProgram {
    private static final int BLOCK = 128;
    private static final int MOST_STEPS = 50;

    @Override
    public Card card() {
        return new Card(
                "kepler",
                "Solves Kepler's equation by Newton's method in double precision, with sines and cosines.",
                "planets",
                1 << 17,
                2_003);
    }

    @Override
    public Workload prepare(Workbench bench) {
        return new Work(bench);
    }

    /** Returns the eccentric anomaly of a mean anomaly. */
    public static double anomaly(double eccentricity, double mean) {
        double anomaly = mean + eccentricity * Math.sin(mean);
        for (int step = 0; step < MOST_STEPS; step++) {
            double residual = anomaly - eccentricity * Math.sin(anomaly) - mean;
            double change = residual / (1 - eccentricity * Math.cos(anomaly));
            anomaly -= change;
            if (Math.abs(change) < 1e-12) {
                break;
            }
        }
        return anomaly;
    }

    private final class Work implements Workload {
        private final int n;
        private final double[] eccentricities;
        private final double[] meanAnomalies;
        private final double[] expectedX;
        private final double[] expectedY;
        private final Kernel kernel;
        private final GpuDoubles inEccentricities;
        private final GpuDoubles inMeanAnomalies;
        private final GpuDoubles x;
        private final GpuDoubles y;

        Work(Workbench bench) {
            n = bench.size();
            eccentricities = bench.randomDoubles(n, 0, 0.9);
            meanAnomalies = bench.randomDoubles(n, -10, 10);
            expectedX = new double[n];
            expectedY = new double[n];
            kernel = bench.module(Kepler.this).kernel("solve");
            inEccentricities = bench.upload(eccentricities);
            inMeanAnomalies = bench.upload(meanAnomalies);
            x = bench.doubles(n);
            y = bench.doubles(n);
        }

        @Override
        public void launch(GpuStream stream) {
            kernel.launch(
                    Dim3.covering(n, BLOCK),
                    Dim3.of(BLOCK),
                    stream,
                    n,
                    inEccentricities,
                    inMeanAnomalies,
                    x,
                    y);
        }

        @Override
        public void computeInJava() {
            for (int i = 0; i < n; i++) {
                double e = eccentricities[i];
                double anomaly = anomaly(e, meanAnomalies[i]);
                expectedX[i] = Math.cos(anomaly) - e;
                expectedY[i] = Math.sqrt(1 - e * e) * Math.sin(anomaly);
            }
        }

        @Override
        public Comparison compare() {
            return Comparison.absolute(expectedX, x.download(), 0x1p-43)
                    .and(Comparison.absolute(expectedY, y.download(), 0x1p-43));
        }
    }
}
