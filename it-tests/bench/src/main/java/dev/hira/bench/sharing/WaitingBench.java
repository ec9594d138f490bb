package dev.hira.bench.sharing;

import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import dev.hira.policy.schedule.fair.FairScheduler;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The share of a VM that waits for each of its short kernels, beside a VM with kernels a hundred
 * times as long. The first VM has nothing queued when its kernel ends; unless the scheduler keeps
 * the device idle for it, it gets one kernel for each kernel of the other VM, which is the promise.
 * How much more it gets depends on the time from the end of one kernel to the launch of the next,
 * and on how much idle time the operator allows.
 */
public final class WaitingBench implements BenchPart {
    private static final String LIGHT = "light";
    private static final String HEAVY = "heavy";
    private static final long SHORT = 1_000_000;
    private static final long LONG = 100 * SHORT;
    private static final long SETTLE_MILLIS = 2_000;
    private static final int WINDOW_MILLIS = 10_000;

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        report.section("A VM that waits for each kernel of 1 ms, beside kernels of 100 ms, 1:1");
        for (Manner manner : List.of(Manner.ASYNCHRONOUS, Manner.SYNCHRONOUS)) {
            report.say(
                    "the other VM "
                            + (manner == Manner.SYNCHRONOUS
                                    ? "waits for each of its kernels too"
                                    : "has some queued all the time"));
            run(manner, settings.times(WINDOW_MILLIS), report);
        }
    }

    private static void run(Manner heavy, long millis, BenchReport report) {
        try (LocalStack stack = BenchStack.stack();
                Books books = new Books(stack.adminUri());
                HiraProcess one = SpinGuest.start(stack.uri(), LIGHT, SHORT, Manner.SYNCHRONOUS);
                HiraProcess other = SpinGuest.start(stack.uri(), HEAVY, LONG, heavy)) {
            one.tell("go");
            BenchStack.await(SETTLE_MILLIS);
            Use alone = Use.during(millis / 4, books);
            report.note("alone it keeps the device busy", alone.busy(), "%");
            other.tell("go");
            measure("never idle", Map.of("idle", "0"), books, millis, report);
            measure("by default", Map.of(), books, millis, report);
            measure(
                    "idle as it takes",
                    Map.of("idle", "1000", "patience", "10ms"),
                    books,
                    millis,
                    report);
        }
    }

    private static void measure(
            String name, Map<String, String> idling, Books books, long millis, BenchReport report) {
        books.schedule(FairScheduler.NAME, idling);
        BenchStack.await(SETTLE_MILLIS);
        Use use = Use.during(millis, books);
        double kernels = (double) use.light() / SHORT / Math.max(1, use.heavy() / LONG);
        report.atLeast(name + ": its kernels for each of the other's", kernels, "", 0.9);
        report.note(
                String.format(
                        Locale.ROOT, "  its part of what both have; busy %.0f %%", use.busy()),
                100.0 * use.light() / Math.max(1, use.light() + use.heavy()),
                "%");
    }

    /** The use of the two VMs in some time. */
    private record Use(long light, long heavy, long nanos) {
        static Use during(long millis, Books books) {
            long light = books.deviceNanos(LIGHT);
            long heavy = books.deviceNanos(HEAVY);
            long start = System.nanoTime();
            BenchStack.await(millis);
            return new Use(
                    books.deviceNanos(LIGHT) - light,
                    books.deviceNanos(HEAVY) - heavy,
                    System.nanoTime() - start);
        }

        double busy() {
            return 100.0 * (light + heavy) / nanos;
        }
    }
}
