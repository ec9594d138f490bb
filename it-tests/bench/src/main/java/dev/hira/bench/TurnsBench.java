package dev.hira.bench;

import dev.hira.api.cuda.CudaException;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.Gpu;
import dev.hira.guest.gpu.GpuInts;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import dev.hira.sim.launch.CompilingEngine;
import dev.hira.sim.launch.Tier;
import java.util.concurrent.TimeUnit;

/** How soon endless kernels are stopped, and how long a short kernel waits beside them. */
final class TurnsBench implements Bench.Part {
    private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long NEVER = TimeUnit.MINUTES.toNanos(10);
    private static final int WORKERS = 2;
    private static final int ENDLESS = 4;
    private static final int THREADS = 64;

    @Override
    public void run(Bench.Settings settings, Report report) {
        report.section("Endless kernels");
        Stats scalar = stops(CompilingEngine.on(WORKERS, Tier.scalar()), settings);
        report.atMost("stopped after its deadline, p90", ms(scalar, 90), "ms", 10);
        report.note("stopped after its deadline, worst", ms(scalar, 100), "ms");
        Stats interpreted = stops(CompilingEngine.on(WORKERS), settings);
        report.note("the same in the interpreter, p90", ms(interpreted, 90), "ms");
        Stats brief = brief(settings);
        String kernel = "a short kernel beside " + ENDLESS + " endless ones, ";
        report.atMost(kernel + "p90", ms(brief, 90), "ms", 25);
        report.note(kernel + "p50", ms(brief, 50), "ms");
        report.note(kernel + "worst", ms(brief, 100), "ms");
    }

    private static double ms(Stats stats, double percentile) {
        return stats.percentile(percentile) / 1e6;
    }

    private static Stats stops(CompilingEngine engine, Bench.Settings settings) {
        try (SimBoard board = new SimBoard(engine)) {
            board.host().devices().getFirst().limitKernels(LIMIT);
            return Stats.of(2, Math.max(5, settings.times(20)), () -> stop(board));
        }
    }

    /** Each in a context of its own, since it is of no use afterwards. */
    private static long stop(SimBoard board) {
        try (Gpu gpu = Gpu.on(board.host().open().driver(), 0)) {
            GpuModule module = gpu.load(LaunchBench.text());
            Kernel endless = module.kernel("endless");
            GpuInts cell = gpu.upload(1);
            long start = System.nanoTime();
            try {
                endless.launch(Dim3.of(WORKERS), Dim3.of(THREADS), cell);
                gpu.synchronize();
            } catch (CudaException expected) {
                return System.nanoTime() - start - LIMIT;
            }
            throw new IllegalStateException("An endless kernel has ended by itself.");
        }
    }

    private static Stats brief(Bench.Settings settings) {
        try (SimBoard board = new SimBoard(CompilingEngine.on(WORKERS, Tier.scalar()))) {
            board.host().devices().getFirst().limitKernels(NEVER);
            for (int i = 0; i < ENDLESS; i++) {
                Gpu gpu = Gpu.on(board.host().open().driver(), 0);
                GpuInts cell = gpu.upload(1);
                gpu.load(LaunchBench.text())
                        .kernel("endless")
                        .launch(Dim3.of(WORKERS), Dim3.of(THREADS), gpu.stream(), cell);
            }
            try (GpuModule module = board.gpu().load(LaunchBench.text());
                    GpuStream stream = board.gpu().stream()) {
                Kernel empty = module.kernel("empty");
                return Stats.timing(
                        5,
                        settings.times(200),
                        () -> {
                            empty.launch(Dim3.of(1), Dim3.of(1), stream);
                            stream.synchronize();
                        });
            }
        }
    }
}
