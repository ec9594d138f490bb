package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.List;

/** GViM: the time that virtualization adds to a call. */
final class GvimCalls implements Experiment {
    private static final double PUBLISHED_MICROS = 70;

    @Override
    public String name() {
        return "gvim-calls";
    }

    @Override
    public String title() {
        return "What virtualization adds to each call (GViM)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "A synchronous call, in µs",
                        "work µs",
                        "native",
                        "virtualized",
                        "added",
                        "published, at most");
        double worst = 0;
        for (double work : new double[] {0, 10, 100}) {
            double alone = iteration(Costs.NATIVE, work);
            double virtualized = iteration(Costs.DEFAULT, work);
            worst = Math.max(worst, virtualized - alone);
            table.row(work, alone, virtualized, virtualized - alone, PUBLISHED_MICROS);
        }
        return new LabReport(
                name(),
                title(),
                "GViM, section on call overhead",
                "A guest launches a kernel and waits for it, directly and through the router. The"
                        + " laboratory's hops take what Hira's benchmark measures over rings; what is"
                        + " computed on the way takes no virtual time.",
                List.of(table),
                List.of(),
                List.of(
                        Finding.published(
                                "Common calls get slower by at most 0.07 ms.",
                                Check.atMost("largest", worst, PUBLISHED_MICROS, "µs"))));
    }

    private static double iteration(Costs costs, double micros) {
        return Setup.under("none")
                        .costs(costs)
                        .guest(
                                "vm",
                                GuestWorkload.synchronous("g", Duration.micros(micros))
                                        .iterations(100))
                        .runToEnd(SECOND)
                        .recorder()
                        .trace("g")
                        .meanIteration()
                / 1000;
    }
}
