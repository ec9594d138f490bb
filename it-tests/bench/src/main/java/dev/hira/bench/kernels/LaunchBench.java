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
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The cost of launches: an empty kernel repeatedly, kernels for the first time, and kernels until
 * their code is at full speed; and the cost of loading a module of many kernels. Events that happen
 * only once per process are measured in fresh processes.
 */
final class LaunchBench implements BenchPart {
    private static final int WARM_UP = 50_000;
    private static final int LAUNCHES = 20_000;
    private static final int BATCH = 100;
    private static final List<String> FRESH =
            List.of("saxpy", "n-body", "radix-sort", "kepler", "sha-256");

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Launches (directly on the device)");
        empty(settings, report);
        FreshKernels.Found found = FreshKernels.begin(FRESH);
        report.note("the first launch of a process", found.nanos(FreshKernels.FIRST) / 1e6, "ms");
        double worst = 0;
        double latest = 0;
        for (String program : FRESH) {
            double first = found.nanos(program) / 1e6;
            double steady = found.nanos(program + FreshKernels.STEADY) / 1e9;
            report.note(program + ": first launch, with loading", first, "ms");
            report.note(program + ": steady after", steady, "s");
            worst = Math.max(worst, first);
            latest = Math.max(latest, steady);
        }
        report.atMost("first launch of a fresh kernel, worst", worst, "ms", 400);
        report.atMost("steady after the first launch, worst", latest, "s", 2);
        long loaded = FreshKernels.load();
        report.atMost("loading a module of 100 kernels, fresh process", loaded / 1e6, "ms", 1000);
    }

    private static void empty(BenchSettings settings, BenchReport report) {
        try (SimBoard board = new SimBoard(KernelCompiler.ofHost());
                GpuModule module = board.gpu().load(text());
                GpuStream stream = board.gpu().stream()) {
            Kernel kernel = module.kernel("empty");
            Dim3 one = Dim3.of(1);
            Stats alone =
                    Stats.timing(
                            WARM_UP,
                            settings.times(LAUNCHES),
                            () -> {
                                kernel.launch(one, one, stream);
                                stream.synchronize();
                            });
            report.atMost("an empty kernel and its synchronization, p50", us(alone), "µs", 10);
            report.note("the same, p99", alone.percentile(99) / 1e3, "µs");
            Stats many =
                    Stats.timing(
                            settings.times(LAUNCHES) / BATCH,
                            settings.times(LAUNCHES) / BATCH,
                            () -> {
                                for (int i = 0; i < BATCH; i++) {
                                    kernel.launch(one, one, stream);
                                }
                                stream.synchronize();
                            });
            report.note("one of " + BATCH + " empty kernels in a stream", us(many) / BATCH, "µs");
        }
    }

    private static double us(Stats stats) {
        return stats.median() / 1e3;
    }

    /** Returns the text of some small kernels. */
    static String text() {
        try (InputStream in = LaunchBench.class.getResourceAsStream("small.ptx")) {
            if (in == null) {
                throw new IllegalStateException("There is no small.ptx.");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
