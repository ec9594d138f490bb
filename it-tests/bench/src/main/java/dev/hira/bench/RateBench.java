package dev.hira.bench;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.lang.foreign.MemorySegment;

/**
 * Asynchronous commands with 64 bytes of data, end to end: sent, judged, dispatched and executed.
 */
final class RateBench implements Bench.Part {
    private static final int ROUNDS = 5;

    @Override
    public void run(Bench.Settings settings, Report report) {
        report.section(
                "Asynchronous commands with 64 bytes, per session, executed at the device (median of "
                        + ROUNDS
                        + ")");
        int commands = settings.times(2_000_000);
        try (LocalStack stack = Bench.stack()) {
            one(stack, "gRPC", "?rings=off", 1_000_000, commands, report);
            one(stack, "rings", "?rings=on", 2_000_000, commands, report);
        }
    }

    private static void one(
            LocalStack stack,
            String name,
            String parameters,
            double promise,
            int commands,
            Report report) {
        try (CudaDriver cuda = Hira.connect(stack.uri() + parameters)) {
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            long stream = cuda.cuStreamCreate(1);
            long memory = cuda.cuMemAlloc(4096);
            MemorySegment data = MemorySegment.ofArray(new byte[64]);
            CpuMeter cpu = new CpuMeter(stack.router().pid(), stack.server(0).pid());
            double[] rates = new double[ROUNDS];
            double[] costs = new double[ROUNDS];
            for (int round = -1; round < ROUNDS; round++) {
                cpu.start();
                long start = System.nanoTime();
                for (int i = 0; i < commands; i++) {
                    cuda.cuMemcpyHtoDAsync(memory, data, 64, stream);
                }
                cuda.cuStreamSynchronize(stream);
                long took = System.nanoTime() - start;
                if (round >= 0) {
                    rates[round] = commands * 1e9 / took;
                    costs[round] = cpu.used() / 1000.0 / commands;
                }
            }
            java.util.Arrays.sort(rates);
            java.util.Arrays.sort(costs);
            report.atLeast("over " + name, rates[ROUNDS / 2], "/s", promise);
            report.atMost(
                    "over " + name + ", processor time of all processes",
                    costs[ROUNDS / 2],
                    "µs",
                    2);
        }
    }
}
