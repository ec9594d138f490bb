package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.report.Chart;
import dev.hira.lab.report.Chart.Series;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.Arrays;
import java.util.List;

/** AvA: the overhead of remoting, by the work and by the bytes of each call. */
final class AvaOverhead implements Experiment {
    private static final double[] WORK_MICROS = {1, 3, 10, 30, 100, 300, 1000, 3000, 10_000};
    private static final long[] BYTES = {0, 4 << 10, 64 << 10, 1 << 20, 16 << 20};
    private static final double FIXED_WORK = 1000;
    private static final long ITERATIONS = 200;

    @Override
    public String name() {
        return "ava-overhead";
    }

    @Override
    public String title() {
        return "Overhead of remoting against work per call and bytes per call (AvA)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable byWork =
                new ReportTable(
                        "A kernel and its synchronization, relative to a call without remoting",
                        "kernel µs",
                        "native µs",
                        "remoted µs",
                        "relative");
        double[] relative = new double[WORK_MICROS.length];
        for (int i = 0; i < WORK_MICROS.length; i++) {
            double alone = iteration(Costs.NATIVE, WORK_MICROS[i], 0);
            double remoted = iteration(Costs.DEFAULT, WORK_MICROS[i], 0);
            relative[i] = remoted / alone;
            byWork.row(WORK_MICROS[i], alone / 1000, remoted / 1000, relative[i]);
        }
        ReportTable byBytes =
                new ReportTable(
                        "A kernel of 1 ms with bytes each way",
                        "bytes each way",
                        "native µs",
                        "remoted µs",
                        "relative");
        double[] sizes = new double[BYTES.length];
        double[] costs = new double[BYTES.length];
        for (int i = 0; i < BYTES.length; i++) {
            double alone = iteration(Costs.NATIVE, FIXED_WORK, BYTES[i]);
            double remoted = iteration(Costs.DEFAULT, FIXED_WORK, BYTES[i]);
            sizes[i] = BYTES[i];
            costs[i] = remoted / alone;
            byBytes.row(BYTES[i], alone / 1000, remoted / 1000, costs[i]);
        }
        return new LabReport(
                name(),
                title(),
                "AvA, section on end-to-end overhead",
                "One VM launches a kernel and waits for it, with and without two hops of "
                        + Costs.DEFAULT.hop() / 1000
                        + " µs and payloads staged at "
                        + Costs.DEFAULT.staging() / 1000
                        + " GB/s, the figures of Hira's own benchmark.",
                List.of(byWork, byBytes),
                List.of(
                        new Chart(
                                "Time relative to native",
                                "kernel, µs",
                                "relative",
                                true,
                                List.of(new Series("no bytes", WORK_MICROS, relative))),
                        new Chart(
                                "Time relative to native, kernel of 1 ms",
                                "bytes each way",
                                "relative",
                                true,
                                List.of(
                                        new Series(
                                                "1 ms",
                                                Arrays.copyOfRange(sizes, 1, sizes.length),
                                                Arrays.copyOfRange(costs, 1, costs.length))))),
                findings(relative));
    }

    private static double iteration(Costs costs, double micros, long bytes) {
        GuestWorkload workload =
                GuestWorkload.synchronous("guest", Duration.micros(micros))
                        .copies(bytes, bytes)
                        .iterations(ITERATIONS);
        return Setup.under("none")
                .costs(costs)
                .guest("vm", workload)
                .runToEnd(100 * SECOND)
                .recorder()
                .trace("guest")
                .meanIteration();
    }

    private static List<Finding> findings(double[] relative) {
        double rise = 0;
        for (int i = 1; i < relative.length; i++) {
            rise = Math.max(rise, relative[i] - relative[i - 1]);
        }
        return List.of(
                Finding.published(
                        "Overhead falls with the work of a call: a few percent at a millisecond, none at ten.",
                        Check.atMost("largest rise to the next longer kernel", 100 * rise, 0, "%"),
                        Check.atMost("at 1 ms", (relative[6] - 1) * 100, 8, "%"),
                        Check.atMost(
                                "at 10 ms", (relative[relative.length - 1] - 1) * 100, 1, "%")));
    }
}
