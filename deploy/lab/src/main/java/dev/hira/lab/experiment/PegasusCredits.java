package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;

import dev.hira.lab.calls.Costs;
import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.ArrayList;
import java.util.List;

/** Pegasus: four VMs with credits 256, 512, 1024 and 256. */
final class PegasusCredits implements Experiment {
    private static final long[] CREDITS = {256, 512, 1024, 256};
    private static final List<String> SCHEDULERS =
            List.of("none", "round-robin", "acc-credit", "xeno-credit", "aug-c");
    private static final long END = 8 * SECOND;

    @Override
    public String name() {
        return "pegasus-credits";
    }

    @Override
    public String title() {
        return "Credits 256, 512, 1024 and 256 on one device (Pegasus)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "Device time relative to none (penalty "
                                + options.penalty()
                                + "); at none all have a quarter",
                        "scheduler",
                        "VM1 (256)",
                        "VM2 (512)",
                        "VM3 (1024)",
                        "VM4 (256)");
        double[] base = new double[CREDITS.length];
        List<double[]> rows = new ArrayList<>();
        for (String scheduler : SCHEDULERS) {
            double[] rates = rates(scheduler, options);
            if (scheduler.equals("none")) {
                base = rates;
            }
            double[] relative = new double[CREDITS.length];
            for (int i = 0; i < relative.length; i++) {
                relative[i] = rates[i] / base[i];
            }
            rows.add(relative);
            table.row(scheduler, relative[0], relative[1], relative[2], relative[3]);
        }
        double third = rows.get(SCHEDULERS.indexOf("acc-credit"))[2];
        return new LabReport(
                name(),
                title(),
                "Pegasus, figure on unequal credits",
                "Four VMs keep a device busy with kernels of 3 ms; ticks of 30 ms.",
                List.of(table),
                List.of(),
                List.of(
                        Finding.published(
                                "VM3, with half of all credits, gets 2.4 times what it has without"
                                        + " a scheduler.",
                                Check.published("VM3", third, 2.4, 0.6, "times"))));
    }

    private static double[] rates(String scheduler, Options options) {
        Setup setup =
                Setup.under(scheduler)
                        .seed(options.seed())
                        .costs(Costs.DEFAULT.withPenalty(options.penalty()));
        for (int i = 0; i < CREDITS.length; i++) {
            String vm = "VM" + (i + 1);
            setup.credits(vm, CREDITS[i]).guest(vm, GuestWorkload.eager(vm, Duration.millis(3)));
        }
        Ran ran = setup.run(END);
        double[] rates = new double[CREDITS.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = ran.recorder().trace("VM" + (i + 1)).iterations();
        }
        return rates;
    }
}
