package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.millis;

import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.report.Chart;
import dev.hira.lab.report.Chart.Series;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.ArrayList;
import java.util.List;

/** NEON: a benchmark's run time against the length of a competitor's kernels. */
final class NeonSweep implements Experiment {
    private static final double[] MICROS = {100, 250, 500, 1000, 2000, 4000};
    private static final List<String> SCHEDULERS =
            List.of("none", "timeslice", "disengaged-fair", "two-level", "fair");
    private static final long ITERATIONS = 5000;

    @Override
    public String name() {
        return "neon-sweep";
    }

    @Override
    public String title() {
        return "A benchmark's run time against the length of a competitor's kernels (NEON)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable table =
                new ReportTable(
                        "Run time of 5,000 kernels of 0.1 ms, in ms, against the competitor's kernel",
                        "scheduler",
                        "0.1 ms",
                        "0.25 ms",
                        "0.5 ms",
                        "1 ms",
                        "2 ms",
                        "4 ms");
        List<Series> lines = new ArrayList<>();
        double none = 0;
        double disengaged = 0;
        double fair = 0;
        for (String scheduler : SCHEDULERS) {
            double[] times = new double[MICROS.length];
            for (int i = 0; i < times.length; i++) {
                times[i] = runtime(scheduler, MICROS[i], options);
            }
            table.row(scheduler, times[0], times[1], times[2], times[3], times[4], times[5]);
            lines.add(new Series(scheduler, MICROS, times));
            double growth = times[times.length - 1] / times[0];
            switch (scheduler) {
                case "none" -> none = growth;
                case "disengaged-fair" -> disengaged = growth;
                case "fair" -> fair = growth;
                default -> {}
            }
        }
        return new LabReport(
                name(),
                title(),
                "NEON, figure on competitor kernel length",
                "A benchmark keeps the device busy with kernels of 0.1 ms, 5,000 in all, against a"
                        + " competitor whose kernels take 0.1 to 4 ms.",
                List.of(table),
                List.of(new Chart("Run time", "competitor's kernel, µs", "ms", true, lines)),
                List.of(
                        Finding.published(
                                "Unscheduled, the run time grows with the competitor's kernel.",
                                Check.atLeast("with 4 ms", none, 5, "times that with 0.1 ms")),
                        Finding.published(
                                "Under disengaged fair queuing it is about flat.",
                                Check.between(
                                        "with 4 ms",
                                        disengaged,
                                        0.67,
                                        1.5,
                                        "times that with 0.1 ms")),
                        Finding.goal(
                                "Under Hira's default it does not grow.",
                                Check.atMost("with 4 ms", fair, 1.1, "times that with 0.1 ms"))));
    }

    private static double runtime(String scheduler, double micros, Options options) {
        Setup setup =
                Setup.under(scheduler)
                        .seed(options.seed())
                        .guest(
                                "bench",
                                GuestWorkload.eager("bench", Duration.micros(100))
                                        .lanes(4)
                                        .iterations(ITERATIONS / 4))
                        .guest("other", GuestWorkload.eager("other", Duration.micros(micros)));
        return millis(lastEnd(setup.run(12 * SECOND)));
    }

    private static double lastEnd(Setup.Ran ran) {
        return ran.recorder().work().stream()
                .filter(one -> one.vm().equals("bench"))
                .mapToLong(one -> one.end())
                .max()
                .orElse(0);
    }
}
