package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.Stats;
import dev.hira.bench.common.WarmUp;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * R: the usual time of a synchronous call through the router over gRPC, which is what the steps of
 * a move go over as well. A session of its own makes the calls, beside the moves that they are
 * compared with, so that a change of the machine's speed affects both.
 */
final class RoundTrips implements AutoCloseable {
    private static final Duration WARM_UP = Duration.ofSeconds(6);
    private static final int CALLS = 200;

    private final CudaDriver cuda;
    private final List<Long> times = new ArrayList<>();

    /** Opens the session, and warms it up. */
    RoundTrips(LocalStack stack) {
        cuda = Hira.connect(stack.uri() + "?devices=1&vm=trips&rings=off");
        cuda.cuInit(0);
        WarmUp.untilSteady(WARM_UP, cuda::cuDriverGetVersion);
    }

    /** Takes a few samples. */
    void sample() {
        for (int i = 0; i < CALLS; i++) {
            long start = System.nanoTime();
            cuda.cuDriverGetVersion();
            times.add(System.nanoTime() - start);
        }
    }

    /** Returns the median of the samples, in nanoseconds, and forgets them. */
    double takeMedian() {
        double median = Stats.of(times).median();
        times.clear();
        return median;
    }

    @Override
    public void close() {
        cuda.close();
    }
}
