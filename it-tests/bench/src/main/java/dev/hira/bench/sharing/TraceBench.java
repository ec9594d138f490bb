package dev.hira.bench.sharing;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import java.util.Iterator;
import java.util.Locale;

/**
 * The cost of a trace for the VM that is traced: its throughput with and without one, in
 * alternating rounds. This process reads the trace as the command does.
 */
public final class TraceBench implements BenchPart {
    private static final String VM = "traced";
    private static final int ROUNDS = 9;
    private static final int LEAST_ROUNDS = 5;

    /** The time until the JVMs have compiled what makes, carries and reads traces. */
    private static final int WARM_UP_MILLIS = 20_000;

    /** The usual length of a trace, over which its beginning and its end are spread. */
    private static final int ROUND_MILLIS = 5_000;

    private static final long[] LENGTHS = {10_000, 100_000};

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        int rounds = Math.max(LEAST_ROUNDS, settings.times(ROUNDS));
        report.section(
                "A VM traced for %d s, throughput lost to the trace (median of %d)"
                        .formatted(ROUND_MILLIS / 1_000, rounds));
        for (Manner manner : Manner.values()) {
            for (long nanos : LENGTHS) {
                String name =
                        "%s, kernels of %d µs"
                                .formatted(manner.name().toLowerCase(Locale.ROOT), nanos / 1_000);
                lost(nanos, manner, rounds).report(report, name, 2);
            }
        }
    }

    private static Loss lost(long nanos, Manner manner, int rounds) {
        try (LocalStack stack = BenchStack.stack();
                Books books = new Books(stack.adminUri());
                AdminClient admin = AdminClient.connect(stack.adminUri());
                HiraProcess guest =
                        SpinGuest.start(stack.uri(), VM, nanos, manner, SpinGuest.SHORT_BURST)) {
            guest.tell("go");
            BenchStack.await(ROUND_MILLIS);
            double ignored = traced(books, admin, WARM_UP_MILLIS);
            return Loss.measured(rounds, on -> on ? traced(books, admin) : rate(books));
        }
    }

    private static double traced(Books books, AdminClient admin) {
        return traced(books, admin, ROUND_MILLIS);
    }

    private static double traced(Books books, AdminClient admin, int millis) {
        TraceVmRequest request =
                TraceVmRequest.newBuilder()
                        .setVm(VM)
                        .setDuration(Durations.fromMillis(millis))
                        .build();
        long before = books.commands(VM);
        long start = System.nanoTime();
        Iterator<TraceVmResponse> parts = admin.always().traceVm(request);
        long entries = 0;
        while (parts.hasNext()) {
            entries += parts.next().getWork().getWork().getCallsCount();
        }
        double rate = rate(books, before, start);
        if (entries == 0) {
            throw new IllegalStateException("the trace is empty");
        }
        return rate;
    }

    /** Returns commands per nanosecond. */
    private static double rate(Books books) {
        long before = books.commands(VM);
        long start = System.nanoTime();
        BenchStack.await(ROUND_MILLIS);
        return rate(books, before, start);
    }

    private static double rate(Books books, long before, long start) {
        return (double) (books.commands(VM) - before) / (System.nanoTime() - start);
    }
}
