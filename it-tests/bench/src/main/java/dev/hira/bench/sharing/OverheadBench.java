package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.policy.schedule.fair.FairScheduler;
import java.util.Locale;

/**
 * The cost of the default scheduler for a VM that has the device for itself: its throughput against
 * that without a scheduler, in alternating rounds.
 */
final class OverheadBench implements BenchPart {
    private static final String VM = "alone";
    private static final String UNORDERED = "none";
    private static final int ROUNDS = 21;
    private static final int SETTLE_MILLIS = 100;
    private static final int ROUND_MILLIS = 600;
    private static final long[] LENGTHS = {10_000, 100_000};

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section(
                "One VM alone, throughput lost to the scheduler (median of %d)".formatted(ROUNDS));
        for (Manner manner : Manner.values()) {
            for (long nanos : LENGTHS) {
                String name =
                        "%s, kernels of %d µs"
                                .formatted(manner.name().toLowerCase(Locale.ROOT), nanos / 1_000);
                lost(nanos, manner, settings).report(report, name, 2);
            }
        }
    }

    private static Loss lost(long nanos, Manner manner, BenchSettings settings) {
        int millis = Math.max(SETTLE_MILLIS, settings.times(ROUND_MILLIS));
        try (LocalStack stack = BenchStack.stack();
                Books books = new Books(stack.adminUri());
                HiraProcess guest = SpinGuest.start(stack.uri(), VM, nanos, manner)) {
            guest.tell("go");
            BenchStack.await(5L * millis);
            return Loss.measured(
                    ROUNDS, fair -> rate(books, fair ? FairScheduler.NAME : UNORDERED, millis));
        }
    }

    /** Returns commands per nanosecond. */
    private static double rate(Books books, String scheduler, long millis) {
        books.schedule(scheduler);
        BenchStack.await(SETTLE_MILLIS);
        long before = books.commands(VM);
        long start = System.nanoTime();
        BenchStack.await(millis);
        long sent = books.commands(VM) - before;
        return (double) sent / (System.nanoTime() - start);
    }
}
