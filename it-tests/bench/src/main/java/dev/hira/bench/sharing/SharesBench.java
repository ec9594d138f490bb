package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;

/**
 * Two VMs that share a device, one with kernels a hundred times as long as the other's: the use in
 * the router's books against the grants; and the cost of fair sharing for a VM that is alone.
 */
public final class SharesBench implements BenchPart {
    private static final String LIGHT = "light";
    private static final String HEAVY = "heavy";
    private static final int RATIO = 100;
    private static final long SETTLE_MILLIS = 2_000;
    private static final int WINDOW_MILLIS = 10_000;
    private static final double MOST_ERROR = 5;
    private static final long[][] WEIGHTS = {{1, 1}, {3, 1}, {1, 3}};

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Two VMs on one device, kernels 1:" + RATIO + ", error of their shares");
        Contest fast = new Contest(100_000, settings.times(WINDOW_MILLIS), report);
        fast.run(Manner.ASYNCHRONOUS, Manner.ASYNCHRONOUS);
        fast.run(Manner.ASYNCHRONOUS, Manner.SYNCHRONOUS);
        new OverheadBench().run(settings, report);
    }

    /**
     * Two guests at work.
     *
     * @param nanos the length of a kernel of the light guest
     */
    private record Contest(long nanos, long windowMillis, BenchReport report) {
        void run(Manner light, Manner heavy) {
            try (LocalStack stack = BenchStack.stack();
                    Books books = new Books(stack.adminUri());
                    HiraProcess one = SpinGuest.start(stack.uri(), LIGHT, nanos, light);
                    HiraProcess other = SpinGuest.start(stack.uri(), HEAVY, RATIO * nanos, heavy)) {
                one.tell("go");
                other.tell("go");
                for (long[] weights : WEIGHTS) {
                    books.share(LIGHT, weights[0]);
                    books.share(HEAVY, weights[1]);
                    BenchStack.await(SETTLE_MILLIS);
                    String name =
                            "%s %.1f ms, %s %.0f ms, weights %d:%d"
                                    .formatted(
                                            word(light),
                                            nanos / 1e6,
                                            word(heavy),
                                            RATIO * nanos / 1e6,
                                            weights[0],
                                            weights[1]);
                    measure(name, books, weights);
                }
            }
        }

        private void measure(String name, Books books, long[] weights) {
            long light = books.deviceNanos(LIGHT);
            long heavy = books.deviceNanos(HEAVY);
            long start = System.nanoTime();
            BenchStack.await(windowMillis);
            light = books.deviceNanos(LIGHT) - light;
            heavy = books.deviceNanos(HEAVY) - heavy;
            double busy = 100.0 * (light + heavy) / (System.nanoTime() - start);
            double granted = (double) weights[0] / (weights[0] + weights[1]);
            double got = (double) light / Math.max(1, light + heavy);
            report.atMost(name, 100 * Math.abs(got - granted), "points", MOST_ERROR);
            report.note("  the device was busy", busy, "%");
        }

        private static String word(Manner manner) {
            return manner == Manner.SYNCHRONOUS ? "sync" : "async";
        }
    }
}
