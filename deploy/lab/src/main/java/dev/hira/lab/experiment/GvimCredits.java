package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.millis;

import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.List;

/** GViM: four VMs on two GPUs, round robin against credits. */
final class GvimCredits implements Experiment {
    private static final long[] CREDITS = {512, 256, 256, 256};
    private static final double[] PUBLISHED_RR = {2.632, 2.567, 2.804, 2.901};
    private static final double[] PUBLISHED_XC = {1.867, 3.12, 3.213, 3.3};
    private static final long END = 10 * SECOND;

    @Override
    public String name() {
        return "gvim-credits";
    }

    @Override
    public String title() {
        return "Four VMs on two GPUs: round robin against credits (GViM)";
    }

    @Override
    public LabReport run(Options options) {
        double[] rr = iterations("round-robin", options);
        double[] xc = iterations("credit", options);
        ReportTable table =
                new ReportTable(
                        "ms per iteration",
                        "VM",
                        "credits",
                        "round robin",
                        "published",
                        "credit",
                        "published");
        for (int i = 0; i < CREDITS.length; i++) {
            table.row("VM" + (i + 1), CREDITS[i], rr[i], PUBLISHED_RR[i], xc[i], PUBLISHED_XC[i]);
        }
        return new LabReport(
                name(),
                title(),
                "GViM, table of iteration times",
                "Each VM launches kernels of 1.3 ms and waits for each; VM1 and VM3 share one GPU,"
                        + " VM2 and VM4 the other. Ticks of 30 ms.",
                List.of(table),
                List.of(),
                findings(rr, xc));
    }

    private static double[] iterations(String scheduler, Options options) {
        Setup setup = Setup.under(scheduler).devices(2).seed(options.seed());
        for (int i = 0; i < CREDITS.length; i++) {
            String vm = "VM" + (i + 1);
            setup.credits(vm, CREDITS[i]);
            setup.guest(
                    vm, GuestWorkload.synchronous(vm, Duration.millis(1.3)).from(i * Units.MILLI));
        }
        Ran ran = setup.run(END);
        double[] times = new double[CREDITS.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = millis(ran.recorder().trace("VM" + (i + 1)).meanIteration());
        }
        return times;
    }

    private static List<Finding> findings(double[] rr, double[] xc) {
        return List.of(
                Finding.published(
                        "Under round robin all VMs take about the same time (2.57 to 2.90 ms).",
                        Check.between("fastest", min(rr), 2.3, 3.2, "ms"),
                        Check.between("slowest", max(rr), 2.3, 3.2, "ms"),
                        Check.atMost("slowest", max(rr) / min(rr), 1.2, "times the fastest")),
                Finding.published(
                        "Credits make VM1, which has twice as many, 1.4 times as fast, and slow down"
                                + " the VM that it shares with.",
                        Check.published("VM1", rr[0] / xc[0], 1.4, 0.2, "times as fast"),
                        Check.atLeast("VM3 takes", xc[2] / rr[2], 1, "times as long")));
    }

    private static double max(double[] values) {
        return java.util.Arrays.stream(values).max().orElse(0);
    }

    private static double min(double[] values) {
        return java.util.Arrays.stream(values).min().orElse(1);
    }
}
