package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.CpuMeter;
import dev.hira.bench.common.WarmUp;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.time.Duration;
import java.util.Arrays;

/**
 * Asynchronous commands with 64 bytes of data, end to end: sent, judged, dispatched and executed.
 *
 * <p>The promise is about processes that have run for a while; the rate of the first commands is
 * noted.
 */
public final class RateBench implements BenchPart {
    private static final int ROUNDS = 5;
    private static final int COLD = 200_000;
    private static final Duration WARM_UP = Duration.ofSeconds(10);

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section(
                "Asynchronous commands with 64 bytes, per session, executed at the device (median of "
                        + ROUNDS
                        + ")");
        int commands = settings.times(5_000_000);
        one("gRPC", "?rings=off", 1_000_000, commands, report);
        one("rings", "?rings=on", 2_000_000, commands, report);
    }

    /** One kind of link, with processes of its own. */
    private static void one(
            String name, String parameters, double promise, int commands, BenchReport report) {
        try (LocalStack stack = BenchStack.stack();
                CudaDriver cuda = Hira.connect(stack.uri() + parameters)) {
            SmallUploads sender = new SmallUploads(cuda);
            CpuMeter cpu = new CpuMeter(stack.router().pid(), stack.server(0).pid());
            report.note(
                    "over " + name + ", the first " + String.format("%,d", COLD),
                    COLD * 1e9 / sender.send(COLD),
                    "/s");
            WarmUp.untilSteady(WARM_UP, () -> sender.send(COLD));
            double[] rates = new double[ROUNDS];
            double[] costs = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                cpu.start();
                rates[round] = commands * 1e9 / sender.send(commands);
                costs[round] = cpu.used() / 1000.0 / commands;
            }
            Arrays.sort(rates);
            Arrays.sort(costs);
            report.atLeast("over " + name, rates[ROUNDS / 2], "/s", promise);
            report.atMost(
                    "over " + name + ", processor time of all processes",
                    costs[ROUNDS / 2],
                    "µs",
                    2);
        }
    }
}
