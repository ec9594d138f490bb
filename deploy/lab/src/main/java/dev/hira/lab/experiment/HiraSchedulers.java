package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.MILLI;
import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.millis;
import static dev.hira.lab.experiment.Units.percent;

import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Fairness;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import dev.hira.lab.world.Policies;
import java.util.List;

/** All schedulers on the same mixed load. */
final class HiraSchedulers implements Experiment {
    private static final double[] WEIGHTS = {1, 1, 2, 2, 4, 4};
    private static final double[] KERNELS = {1, 100, 2, 50, 5, 20};
    private static final long WARM = SECOND;
    private static final long END = 11 * SECOND;

    @Override
    public String name() {
        return "hira-schedulers";
    }

    @Override
    public String title() {
        return "All schedulers on the same mixed load (Hira)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "Six busy VMs of weights 1, 1, 2, 2, 4, 4 with kernels of 1 to 100 ms, and a"
                                + " light one",
                        "scheduler",
                        "share error, % of the device",
                        "Jain by weight",
                        "light p50 ms",
                        "light p99 ms",
                        "device busy %");
        double[] fair = new double[5];
        for (String scheduler : Policies.schedulers()) {
            double[] row = measure(scheduler, options);
            table.row(scheduler, row[0], row[1], row[2], row[3], row[4]);
            if (scheduler.equals("fair")) {
                fair = row;
            }
        }
        return new LabReport(
                name(),
                title(),
                "Hira's own goals",
                "Six VMs keep a device busy; a seventh launches a kernel of 0.5 ms every 20 ms."
                        + " Schedulers that do not know shares are not to be blamed for the first"
                        + " two columns.",
                List.of(table),
                List.of(),
                List.of(
                        Finding.goal(
                                "The default's share error is at most 1 % of the device over ten seconds.",
                                Check.atMost("share error", fair[0], 1, "%")),
                        Finding.goal(
                                "The default keeps the device busy for at least 99 %.",
                                Check.atLeast("busy", fair[4], 99, "%")),
                        Finding.goal(
                                "The light VM's p99 is at most a slice (2 ms), the longest kernel (100 ms)"
                                        + " and its own kernel (0.5 ms).",
                                Check.atMost("p99", fair[3], 102.5, "ms"))));
    }

    /** A guest that always has work waiting, however short its kernels are. */
    private static GuestWorkload busy(String name, double millis) {
        return GuestWorkload.eager(name, Duration.millis(millis)).lanes(6);
    }

    private static double[] measure(String scheduler, Options options) {
        Setup setup = Setup.under(scheduler).seed(options.seed());
        for (int i = 0; i < WEIGHTS.length; i++) {
            setup.share("vm" + i, (long) WEIGHTS[i]).guest("vm" + i, busy("vm" + i, KERNELS[i]));
        }
        setup.guest(
                "light",
                GuestWorkload.synchronous("light", Duration.micros(500))
                        .think(new Duration(15 * MILLI, 25 * MILLI)));
        Ran ran = setup.run(END);
        double[] times = new double[WEIGHTS.length];
        double[] normal = new double[WEIGHTS.length];
        for (int i = 0; i < times.length; i++) {
            times[i] = ran.time("vm" + i, WARM);
            normal[i] = times[i] / WEIGHTS[i];
        }
        return new double[] {
            percent(Fairness.shareError(times, WEIGHTS)),
            Fairness.jain(normal),
            millis(ran.recorder().trace("light").wait(0.5)),
            millis(ran.recorder().trace("light").wait(0.99)),
            percent(ran.busy(WARM))
        };
    }
}
