package dev.hira.bench.spine;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.util.ArrayList;
import java.util.List;

/**
 * The time to open a session, from the request for the connection to the answer of the first call.
 * Cold is the first session of a router and a server that have just become ready, opened by a guest
 * that has opened sessions before. Warm is a later session, which finds the connections that
 * earlier ones left. The first session of a fresh guest JVM is measured separately; no figure
 * includes the JVM's start up to the main method.
 */
public final class OpenBench implements BenchPart {
    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("Opening a session (until the first answer)");
        try (LocalStack warmUp = BenchStack.stack()) {
            for (int i = 0; i < settings.times(100); i++) {
                open(warmUp.uri());
            }
        }
        Stats cold = Stats.of(0, settings.times(8) + 2, OpenBench::openAtFreshStack);
        report.atMost("the first session of a router and server, p50", ms(cold, 50), "ms", 50);
        report.note("the first session of a router and server, worst", ms(cold, 100), "ms");
        try (LocalStack stack = BenchStack.stack()) {
            Stats warm =
                    Stats.of(settings.times(100), settings.times(200), () -> open(stack.uri()));
            report.atMost("a later session, p50", ms(warm, 50), "ms", 10);
            report.note("a later session, p99", ms(warm, 99), "ms");
            Stats whole = Stats.timing(5, settings.times(100), () -> open(stack.uri()));
            report.note("a later session with its end, p50", ms(whole, 50), "ms");
            beside(settings, report, stack.uri());
            freshGuests(settings, report, stack.uri());
        }
    }

    /**
     * Measures sessions that find no free connection of an earlier session, because all are in use.
     */
    private static void beside(BenchSettings settings, BenchReport report, String uri) {
        List<CudaDriver> open = new ArrayList<>();
        try {
            Stats stats =
                    Stats.timing(
                            8,
                            settings.times(40),
                            () -> {
                                CudaDriver cuda = Hira.connect(uri);
                                open.add(cuda);
                                cuda.cuDriverGetVersion();
                            });
            report.note("a session beside others that stay open, p50", ms(stats, 50), "ms");
        } finally {
            open.forEach(CudaDriver::close);
        }
    }

    private static void freshGuests(BenchSettings settings, BenchReport report, String uri) {
        int guests = settings.times(8) + 2;
        Stats plain =
                Stats.of(0, guests, () -> FreshGuest.measure(uri, List.of("-XX:AOTMode=off")));
        report.note("a guest process's own first session, p50", ms(plain, 50), "ms");
        Stats cached = Stats.of(0, guests, () -> FreshGuest.measure(uri, List.of()));
        report.note("the same with an AOT cache, p50", ms(cached, 50), "ms");
    }

    /** Restarts the router, so that it finds its server at the moment when it starts. */
    private static long openAtFreshStack() {
        try (LocalStack stack = BenchStack.stack()) {
            stack.restartRouter();
            return open(stack.uri());
        }
    }

    /** Opens a session; returns the nanoseconds until the first answer. */
    static long open(String uri) {
        long start = System.nanoTime();
        try (CudaDriver cuda = Hira.connect(uri)) {
            cuda.cuDriverGetVersion();
            return System.nanoTime() - start;
        }
    }

    private static double ms(Stats stats, double percentile) {
        return stats.percentile(percentile) / 1e6;
    }
}
