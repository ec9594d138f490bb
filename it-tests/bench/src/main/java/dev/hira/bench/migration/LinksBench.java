package dev.hira.bench.migration;

import dev.hira.api.cuda.CudaDriver;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.Relay;
import dev.hira.bench.common.Stats;
import dev.hira.cli.launch.LocalStack;
import dev.hira.guest.Hira;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The costs of links that can be resumed, beside links that cannot, and the time until a session
 * goes on after its connection was cut.
 */
final class LinksBench implements BenchPart {
    private static final Duration WARM_UP = Duration.ofSeconds(6);
    private static final int CALLS = 20_000;
    private static final int BATCHES = 60;
    private static final int LEAST_BATCHES = 20;

    /** The asynchronous commands of a batch, which one synchronization ends. */
    private static final int BATCH = 20_000;

    private static final int CUTS = 60;
    private static final int LEAST_CUTS = 20;
    private static final int CUT_PAUSE_MILLIS = 20;

    @Override
    public void run(BenchSettings settings, BenchReport report) throws IOException {
        report.section("Costs of resumable links (as a ratio to the same session without)");
        try (LocalStack stack = stack("timeouts.resume=30s");
                LocalStack plain = stack("timeouts.resume=0s")) {
            compare(
                    "gRPC",
                    stack.uri() + "?rings=off",
                    plain.uri() + "?rings=off",
                    settings,
                    report);
            cut(stack, settings, report);
        }
    }

    private static LocalStack stack(String setting) {
        return LocalStack.start(
                1, List.of("--devices", "1", "--profile", "default"), List.of("--set", setting));
    }

    // --- costs

    private static void compare(
            String name, String with, String without, BenchSettings settings, BenchReport report) {
        try (Program one = new Program(with);
                Program other = new Program(without)) {
            List<Stats> calls =
                    Stats.alternating(WARM_UP, settings.times(CALLS), one::call, other::call);
            int batches = Math.max(LEAST_BATCHES, settings.times(BATCHES));
            List<Stats> commands = Stats.alternating(WARM_UP, batches, one::batch, other::batch);
            double call = calls.getLast().median();
            report.note(name + ": a call without", call / 1e3, "µs");
            report.note("  a call with, of that", calls.getFirst().median() / call, "×");
            double command = commands.getLast().median();
            report.note("  an asynchronous command without", command / BATCH / 1e3, "µs");
            report.note("  one with, of that", commands.getFirst().median() / command, "×");
        }
    }

    /** A session that makes calls. */
    private static final class Program implements AutoCloseable {
        private final CudaDriver cuda;
        private final long memory;

        Program(String uri) {
            cuda = Hira.connect(uri);
            cuda.cuInit(0);
            cuda.cuCtxCreate(0, 0);
            memory = cuda.cuMemAlloc(64);
        }

        void call() {
            cuda.cuDriverGetVersion();
        }

        void batch() {
            for (int i = 0; i < BATCH; i++) {
                cuda.cuMemsetD8Async(memory, i, 64, 0);
            }
            cuda.cuStreamSynchronize(0);
        }

        @Override
        public void close() {
            cuda.close();
        }
    }

    // --- cut connections

    private static void cut(LocalStack stack, BenchSettings settings, BenchReport report)
            throws IOException {
        report.section("A connection that is cut while the program makes synchronous calls");
        try (Relay relay = Relay.before(stack.uri(), stack.folder().resolve("relay.sock"));
                CudaDriver cuda = Hira.connect(relay.uri() + "?rings=off&memory=off");
                CallTimes calls = new CallTimes(cuda)) {
            cuda.cuInit(0);
            double usual = calls.usual(settings.times(CALLS));
            List<Long> longest = new ArrayList<>();
            int cuts = Math.max(LEAST_CUTS, settings.times(CUTS));
            for (int i = -LEAST_CUTS; i < cuts; i++) {
                long pause =
                        calls.during(
                                        () -> {
                                            BenchStack.await(CUT_PAUSE_MILLIS);
                                            relay.cut();
                                            BenchStack.await(CUT_PAUSE_MILLIS);
                                            return 0;
                                        })
                                .longest();
                if (i >= 0) {
                    longest.add(pause - (long) usual);
                }
            }
            Stats pauses = Stats.of(longest);
            report.note("R, over gRPC and a relay", usual / 1e3, "µs");
            report.note("  longest call less R, p50", pauses.median() / 1e6, "ms");
            report.note("  the same, p99", pauses.percentile(99) / 1e6, "ms");
            report.atMost("  p50 of 100 R", pauses.median() / (100 * usual), "×", 1);
        } catch (IOException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException("cut connections could not be measured", e);
        }
    }
}
