package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;

/**
 * A synchronous call with no payload: through bare gRPC, through Hira over gRPC, through Hira over
 * rings; interleaved rounds.
 */
public final class LatencyBench implements BenchPart {
    private static final int ROUNDS = 5;

    /** Calls of each kind before any is measured, so that all of them run compiled code. */
    private static final int WARM_UP = 20_000;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("A synchronous call with no payload, three processes, Unix sockets (p50)");
        int samples = settings.times(10_000);
        double[] bare = new double[ROUNDS];
        double[] unary = new double[ROUNDS];
        double[] pooled = new double[ROUNDS];
        double[] grpc = new double[ROUNDS];
        double[] ring = new double[ROUNDS];
        double[] bells = new double[ROUNDS];
        byte[] message = new byte[100];
        try (Yardstick yardstick = Yardstick.start();
                LocalStack stack = BenchStack.stack();
                CudaDriver overGrpc = Hira.connect(stack.uri() + "?rings=off");
                CudaDriver overRing = Hira.connect(stack.uri() + "?rings=on")) {
            for (int round = 0; round < ROUNDS; round++) {
                int warmUp = round == 0 ? WARM_UP : samples / 10;
                bare[round] =
                        Stats.timing(
                                        warmUp,
                                        samples,
                                        () -> yardstick.client().streamRoundTrip(message))
                                .median();
                unary[round] =
                        Stats.timing(
                                        warmUp / 2,
                                        samples / 4,
                                        () -> yardstick.client().unaryRoundTrip(message))
                                .median();
                pooled[round] =
                        Stats.timing(
                                        warmUp / 2,
                                        samples / 4,
                                        () -> yardstick.client().pooledUnaryRoundTrip(message))
                                .median();
                grpc[round] = Stats.timing(warmUp, samples, overGrpc::cuDriverGetVersion).median();
                bells[round] = Stats.timing(warmUp, samples, yardstick.bells()::roundTrip).median();
                ring[round] = Stats.timing(warmUp, samples, overRing::cuDriverGetVersion).median();
            }
        }
        double bareMedian = middle(bare);
        double grpcMedian = middle(grpc);
        double ringMedian = middle(ring);
        report.note("bare gRPC relay, stream", bareMedian / 1000, "µs");
        report.note("bare gRPC relay, unary, all on event loops", middle(unary) / 1000, "µs");
        report.note("bare gRPC relay, unary, gRPC's own threads", middle(pooled) / 1000, "µs");
        report.note("Hira over gRPC", grpcMedian / 1000, "µs");
        report.atMost("Hira over gRPC / bare stream", grpcMedian / bareMedian, "×", 1.3);
        report.atMost(
                "Hira over gRPC / bare unary on event loops",
                grpcMedian / middle(unary),
                "×",
                0.35);
        report.atMost(
                "Hira over gRPC / bare unary, gRPC's own threads",
                grpcMedian / middle(pooled),
                "×",
                0.35);
        report.note("bare futexes, which carry nothing", middle(bells) / 1000, "µs");
        report.atMost("Hira over rings", ringMedian / 1000, "µs", 30);
        report.atMost("Hira over rings / bare futexes", ringMedian / middle(bells), "×", 2);
        report.atMost("Hira over rings / Hira over gRPC", ringMedian / grpcMedian, "×", 0.5);
    }

    private static double middle(double[] rounds) {
        double[] sorted = rounds.clone();
        java.util.Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
