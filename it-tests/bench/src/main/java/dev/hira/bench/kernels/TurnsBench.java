package dev.hira.bench.kernels;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.Stats;
import dev.hira.guest.gpu.Dim3;
import dev.hira.guest.gpu.GpuModule;
import dev.hira.guest.gpu.GpuStream;
import dev.hira.guest.gpu.Kernel;
import dev.hira.sim.launch.KernelCompiler;
import dev.hira.sim.launch.Tier;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The delay in stopping endless kernels, and the wait of a short kernel beside them. */
public final class TurnsBench implements BenchPart {
    private static final long LIMIT = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long NEVER = TimeUnit.MINUTES.toNanos(10);
    private static final int WORKERS = 2;
    private static final int ENDLESS = 4;
    private static final int PROCESSES = 5;
    private static final int WARM_UP = 5;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Endless kernels");
        Stats scalar = stops(KernelCompiler.on(WORKERS, Tier.scalar()), settings);
        report.atMost("stopped after its deadline, p90", ms(scalar, 90), "ms", 10);
        report.note("stopped after its deadline, worst", ms(scalar, 100), "ms");
        Stats interpreted = stops(KernelCompiler.on(WORKERS), settings);
        report.note("the same in the interpreter, p90", ms(interpreted, 90), "ms");
        Stats fresh = Stats.of(0, PROCESSES, FreshStops::first);
        report.note("the first of a process, p50", ms(fresh, 50), "ms");
        report.note("the first of a process, worst", ms(fresh, 100), "ms");
        brief(settings, report);
    }

    private static double ms(Stats stats, double percentile) {
        return stats.percentile(percentile) / 1e6;
    }

    private static Stats stops(KernelCompiler engine, BenchSettings settings) {
        try (SimBoard board = new SimBoard(engine)) {
            EndlessKernel endless = new EndlessKernel(board, LIMIT);
            return Stats.of(2, Math.max(5, settings.times(20)), endless::stop);
        }
    }

    /**
     * Alternates with a thread that only wakes up: this delay is the host's, and a short kernel
     * wakes two threads, one after the other.
     */
    private static void brief(BenchSettings settings, BenchReport report) {
        List<Long> kernels = new ArrayList<>();
        List<Long> wakeUps = new ArrayList<>();
        try (SimBoard board = new SimBoard(KernelCompiler.on(WORKERS, Tier.scalar()));
                WakeUps sleeper = new WakeUps()) {
            EndlessKernel endless = new EndlessKernel(board, NEVER);
            for (int i = 0; i < ENDLESS; i++) {
                endless.begin();
            }
            try (GpuModule module = board.gpu().load(LaunchBench.text());
                    GpuStream stream = board.gpu().stream()) {
                Kernel empty = module.kernel("empty");
                for (int i = -WARM_UP; i < settings.times(200); i++) {
                    long kernel = launch(empty, stream);
                    long wakeUp = sleeper.nanos();
                    if (i >= 0) {
                        kernels.add(kernel);
                        wakeUps.add(wakeUp);
                    }
                }
            }
        }
        String name = "a short kernel beside " + ENDLESS + " endless ones, ";
        note(name, Stats.of(kernels), report);
        note("a thread that is woken beside them, ", Stats.of(wakeUps), report);
        report.atMost(name + "p90", ms(Stats.of(kernels), 90), "ms", 25);
    }

    private static void note(String name, Stats stats, BenchReport report) {
        report.note(name + "p50", ms(stats, 50), "ms");
        report.note(name + "p99", ms(stats, 99), "ms");
        report.note(name + "worst", ms(stats, 100), "ms");
    }

    private static long launch(Kernel kernel, GpuStream stream) {
        long start = System.nanoTime();
        kernel.launch(Dim3.of(1), Dim3.of(1), stream);
        stream.synchronize();
        return System.nanoTime() - start;
    }
}
