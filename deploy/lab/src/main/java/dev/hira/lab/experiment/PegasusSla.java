package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.MILLI;
import static dev.hira.lab.experiment.Units.SECOND;

import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.List;

/** Pegasus: a VM that is promised half a second of device time per second. */
final class PegasusSla implements Experiment {
    private static final long WARM = 4 * SECOND;
    private static final long END = 16 * SECOND;
    private static final long PROMISED = 500 * MILLI;

    @Override
    public String name() {
        return "pegasus-sla";
    }

    @Override
    public String title() {
        return "A VM that is promised half a second per second, among four (Pegasus)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "Device time of VM1, in seconds per second",
                        "scheduler",
                        "mean",
                        "worst second");
        double[] sla = new double[2];
        for (String scheduler : List.of("none", "acc-credit", "sla", "fair")) {
            double[] got = measure(scheduler, options);
            table.row(scheduler, got[0], got[1]);
            if (scheduler.equals("sla")) {
                sla = got;
            }
        }
        return new LabReport(
                name(),
                title(),
                "Pegasus, section on SLA feedback",
                "Four VMs keep a device busy with kernels of 5 ms. VM1 has a reservation of 0.5 s/s;"
                        + " none and acc-credit do not know of it.",
                List.of(table),
                List.of(),
                List.of(
                        Finding.published(
                                "Feedback gives the VM what it was promised, 0.5 s/s.",
                                Check.atLeast("mean", sla[0], 0.48, "s/s"))));
    }

    private static double[] measure(String scheduler, Options options) {
        Setup setup =
                Setup.under(scheduler)
                        .seed(options.seed())
                        .grant("VM1", grant -> grant.reservation(PROMISED));
        for (int i = 1; i <= 4; i++) {
            setup.guest("VM" + i, GuestWorkload.eager("VM" + i, Duration.millis(5)));
        }
        Ran ran = setup.run(END);
        long[] seconds = ran.recorder().trace("VM1").windows(WARM, END, SECOND);
        double worst = java.util.Arrays.stream(seconds).min().orElse(0) / (double) SECOND;
        return new double[] {ran.time("VM1", WARM) / (END - WARM), worst};
    }
}
