package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.millis;

import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Trace;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.List;

/** Pegasus: how long short kernels wait beside long ones. */
final class PegasusLatency implements Experiment {
    private static final long END = 8 * SECOND;

    @Override
    public String name() {
        return "pegasus-latency";
    }

    @Override
    public String title() {
        return "How long short kernels wait beside long ones (Pegasus)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "Wait of a kernel of 0.2 ms beside three VMs with kernels of 5 ms, in ms",
                        "scheduler",
                        "mean",
                        "p50",
                        "p99");
        double period = 0;
        double fair = 0;
        for (String scheduler :
                List.of("none", "round-robin", "acc-credit", "timeslice", "deadline", "fair")) {
            Trace trace = measure(scheduler, options);
            double p99 = millis(trace.wait(0.99));
            table.row(scheduler, millis(trace.meanWait()), millis(trace.wait(0.5)), p99);
            if (scheduler.equals("acc-credit")) {
                period = p99;
            }
            if (scheduler.equals("fair")) {
                fair = p99;
            }
        }
        return new LabReport(
                name(),
                title(),
                "Pegasus, section on latency",
                "A VM launches a kernel of 0.2 ms and thinks for 3 ms; three others keep the device"
                        + " busy with kernels of 5 ms. Schedulers by periods make it wait for its"
                        + " turn; the default lets it in behind the kernel that runs.",
                List.of(table),
                List.of(),
                List.of(
                        Finding.published(
                                "Schedulers with periods of many milliseconds do little for very"
                                        + " short kernels.",
                                Check.atLeast("p99 with acc-credit", period, 10, "ms")),
                        Finding.goal(
                                "Hira's default makes a light VM wait at most a slice (2 ms), a kernel"
                                        + " (5 ms) and its own kernel (0.2 ms).",
                                Check.atMost("p99", fair, 7.2, "ms"))));
    }

    private static Trace measure(String scheduler, Options options) {
        Setup setup =
                Setup.under(scheduler)
                        .seed(options.seed())
                        .guest(
                                "light",
                                GuestWorkload.synchronous("light", Duration.micros(200))
                                        .think(new Duration(2_000_000, 4_000_000)));
        for (int i = 1; i <= 3; i++) {
            setup.guest("heavy" + i, GuestWorkload.eager("heavy" + i, Duration.millis(5)));
        }
        return setup.run(END).recorder().trace("light");
    }
}
