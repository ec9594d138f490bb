package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuStream;
import java.util.ArrayList;
import java.util.List;

/**
 * The wait of a VM that launches a short kernel now and then, beside two VMs that keep the device
 * busy: with kernels of 1 ms, which need no turns, and with kernels of seconds, which get theirs in
 * slices. The first is the yardstick: it contains what a host with all processors busy adds to a
 * message. The shares of the two VMs are measured meanwhile.
 */
public final class NeighboursBench implements BenchPart {
    private static final String LIGHT = "light";
    private static final String ONE = "one";
    private static final String OTHER = "other";
    private static final long NOW_AND_THEN = 1_000;
    private static final long SHORT = 1_000_000;
    private static final long LONG = 3_000 * SHORT;
    private static final long SLICE = 2 * SHORT;
    private static final int WEIGHT = 3;
    private static final long PAUSE_MILLIS = 20;
    private static final int ROUNDS = 500;
    private static final double MOST_ERROR = 1;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("A VM that launches now and then, beside two VMs that keep the device busy");
        int rounds = settings.times(ROUNDS);
        Stats yardstick = beside(SHORT, rounds, report);
        Stats slices = beside(LONG, rounds, report);
        for (int percentile : List.of(50, 99)) {
            double limit = yardstick.percentile(percentile) + 2 * SLICE;
            report.atMost(
                    "beside kernels of 3 s, of the wait beside 1 ms and two slices, p" + percentile,
                    slices.percentile(percentile) / limit,
                    "",
                    1);
        }
    }

    private static Stats beside(long kernel, int rounds, BenchReport report) {
        try (LocalStack stack = BenchStack.stack();
                Books books = new Books(stack.adminUri());
                Gpu gpu = Gpu.connect(stack.uri() + "?vm=" + LIGHT);
                SpinKernel light = new SpinKernel(gpu, NOW_AND_THEN);
                GpuStream stream = gpu.stream();
                HiraProcess one = SpinGuest.start(stack.uri(), ONE, kernel, Manner.ASYNCHRONOUS);
                HiraProcess other =
                        SpinGuest.start(stack.uri(), OTHER, kernel, Manner.ASYNCHRONOUS)) {
            light.warmUp(stream);
            books.share(ONE, WEIGHT);
            one.tell("go");
            other.tell("go");
            BenchStack.await(LONG / SHORT);
            long had = books.deviceNanos(ONE);
            long hadOther = books.deviceNanos(OTHER);
            List<Long> waits = new ArrayList<>();
            for (int i = 0; i < rounds; i++) {
                BenchStack.await(PAUSE_MILLIS);
                long start = System.nanoTime();
                light.launch(stream);
                stream.synchronize();
                waits.add(System.nanoTime() - start);
            }
            double used = books.deviceNanos(ONE) - had;
            double usedOther = books.deviceNanos(OTHER) - hadOther;
            Stats stats = Stats.of(waits);
            String name = "beside kernels of " + kernel / SHORT + " ms, ";
            for (int percentile : List.of(50, 99, 100)) {
                report.note(name + "p" + percentile, stats.percentile(percentile) / SHORT, "ms");
            }
            double promised = 100.0 * WEIGHT / (WEIGHT + 1);
            report.atMost(
                    name + "error of the shares " + WEIGHT + ":1",
                    Math.abs(100 * used / (used + usedOther) - promised),
                    "points",
                    MOST_ERROR);
            return stats;
        }
    }
}
