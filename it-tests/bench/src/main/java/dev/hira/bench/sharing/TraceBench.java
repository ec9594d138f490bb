package dev.hira.bench.sharing;

import com.google.protobuf.util.Durations;
import dev.hira.admin.v1.TraceVmRequest;
import dev.hira.admin.v1.TraceVmResponse;
import dev.hira.bench.common.BenchPart;
import dev.hira.bench.common.BenchReport;
import dev.hira.bench.common.BenchSettings;
import dev.hira.bench.common.BenchStack;
import dev.hira.bench.common.CpuMeter;
import dev.hira.bench.sharing.SpinGuest.Manner;
import dev.hira.cli.client.AdminClient;
import dev.hira.cli.launch.HiraProcess;
import dev.hira.cli.launch.LocalStack;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * The cost of a trace for the VM that is traced: its throughput, and the processor time of all
 * processes for a command, with and without one, in alternating rounds. This process reads the
 * trace as the command does.
 */
public final class TraceBench implements BenchPart {
    private static final String VM = "traced";
    private static final int ROUNDS = 25;
    private static final int LEAST_ROUNDS = 5;

    /** The time until the JVMs have compiled what makes, carries and reads traces. */
    private static final int WARM_UP_MILLIS = 20_000;

    /**
     * Half the usual length of a trace, so that what its beginning and its end cost counts twice.
     * The machine's speed changes less between short rounds, and there is time for more of them.
     */
    private static final int ROUND_MILLIS = 2_500;

    private static final long[] LENGTHS = {10_000, 100_000};

    @Override
    public void run(BenchSettings settings, BenchReport report) {
        int rounds = Math.max(LEAST_ROUNDS, settings.times(ROUNDS));
        report.section(
                "A VM traced for %.1f s, throughput lost to the trace (median of %d)"
                        .formatted(ROUND_MILLIS / 1e3, rounds));
        for (Manner manner : Manner.values()) {
            for (long nanos : LENGTHS) {
                String name =
                        "%s, kernels of %d µs"
                                .formatted(manner.name().toLowerCase(Locale.ROOT), nanos / 1_000);
                measure(nanos, manner, rounds, report, name);
            }
        }
    }

    /**
     * A round with or without a trace.
     *
     * @param rate commands per nanosecond
     * @param cost processor time of all processes, for a command
     */
    private record Round(double rate, double cost) {}

    private static void measure(
            long nanos, Manner manner, int rounds, BenchReport report, String name) {
        try (LocalStack stack = BenchStack.stack();
                Books books = new Books(stack.adminUri());
                AdminClient admin = AdminClient.connect(stack.adminUri());
                HiraProcess guest =
                        SpinGuest.start(stack.uri(), VM, nanos, manner, SpinGuest.SHORT_BURST)) {
            guest.tell("go");
            BenchStack.await(ROUND_MILLIS);
            CpuMeter cpu = new CpuMeter(stack.router().pid(), stack.server(0).pid(), guest.pid());
            Round ignored = round(books, cpu, () -> trace(admin, WARM_UP_MILLIS));
            Runnable traced = () -> trace(admin, ROUND_MILLIS);
            Runnable untraced = () -> BenchStack.await(ROUND_MILLIS);
            List<Double> losses = new ArrayList<>();
            List<Double> costs = new ArrayList<>();
            Loss.alternate(
                    rounds,
                    on -> round(books, cpu, on ? traced : untraced),
                    (on, off) -> {
                        losses.add(100 * (1 - on.rate / off.rate));
                        costs.add(100 * (on.cost / off.cost - 1));
                    });
            Loss.of(losses).report(report, name, 2);
            Loss.of(costs).report(report, "  more processor time for a command");
        }
    }

    private static void trace(AdminClient admin, int millis) {
        TraceVmRequest request =
                TraceVmRequest.newBuilder()
                        .setVm(VM)
                        .setDuration(Durations.fromMillis(millis))
                        .build();
        Iterator<TraceVmResponse> parts = admin.always().traceVm(request);
        long entries = 0;
        while (parts.hasNext()) {
            entries += parts.next().getWork().getWork().getCallsCount();
        }
        if (entries == 0) {
            throw new IllegalStateException("the trace is empty");
        }
    }

    private static Round round(Books books, CpuMeter cpu, Runnable meanwhile) {
        long before = books.commands(VM);
        long start = System.nanoTime();
        cpu.start();
        meanwhile.run();
        double commands = books.commands(VM) - before;
        return new Round(commands / (System.nanoTime() - start), cpu.used() / commands);
    }
}
