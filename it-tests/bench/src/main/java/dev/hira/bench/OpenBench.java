package dev.hira.bench;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;

/** Opening a session: the first one of a fresh stack, and later ones. */
final class OpenBench implements Bench.Part {
    @Override
    public void run(Bench.Settings settings, Report report) {
        report.section("Opening a session (until the first answer)");
        try (LocalStack warmUp = Bench.stack()) {
            for (int i = 0; i < settings.times(100); i++) {
                open(warmUp.uri());
            }
        }
        try (LocalStack stack = Bench.stack()) {
            long start = System.nanoTime();
            open(stack.uri());
            report.atMost(
                    "the first session of a fresh router and server",
                    (System.nanoTime() - start) / 1e6,
                    "ms",
                    50);
            Stats warm =
                    Stats.timing(settings.times(100), settings.times(200), () -> open(stack.uri()));
            report.atMost("a later session, p50", warm.median() / 1e6, "ms", 10);
            report.note("a later session, p99", warm.percentile(99) / 1e6, "ms");
        }
    }

    private static void open(String uri) {
        try (CudaDriver cuda = Hira.connect(uri)) {
            cuda.cuDriverGetVersion();
        }
    }
}
