package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.percent;

import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Fairness;
import dev.hira.lab.report.Chart;
import dev.hira.lab.report.Chart.Series;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The two fair-share hierarchies: VMs against each other, and tasks inside a VM. */
final class NeonHierarchy implements Experiment {
    private static final int[] TASKS = {1, 2, 4, 8};
    private static final List<String> SCHEDULERS =
            List.of("none", "two-level", "nested", "hybrid", "fair");
    private static final long WARM = SECOND;
    private static final long END = 5 * SECOND;

    @Override
    public String name() {
        return "neon-hierarchy";
    }

    @Override
    public String title() {
        return "More tasks in one VM gain it nothing; tasks inside a VM share alike (NEON)";
    }

    @Override
    public LabReport run(Options options) {
        ReportTable between =
                new ReportTable(
                        "Share of VM A with one task, in %, against VM B with more",
                        "scheduler", "B has 1", "B has 2", "B has 4", "B has 8");
        ReportTable inside =
                new ReportTable(
                        "Jain's index of B's 8 tasks, whose kernels take 0.5 to 4 ms",
                        "scheduler",
                        "index");
        List<Series> lines = new ArrayList<>();
        double unscheduled = 0;
        double worst = 100;
        double jain = Double.NaN;
        double fair = Double.NaN;
        for (String scheduler : SCHEDULERS) {
            double[] shares = new double[TASKS.length];
            Ran last = null;
            for (int i = 0; i < TASKS.length; i++) {
                last = run(scheduler, TASKS[i], options);
                double a = last.time("A", WARM);
                shares[i] = percent(a / (a + last.time("B", WARM)));
            }
            double index = jain(java.util.Objects.requireNonNull(last));
            between.row(scheduler, shares[0], shares[1], shares[2], shares[3]);
            inside.row(scheduler, index);
            lines.add(new Series(scheduler, new double[] {1, 2, 4, 8}, shares));
            if (scheduler.equals("none")) {
                unscheduled = shares[3];
            } else {
                worst = Math.min(worst, shares[3]);
            }
            if (scheduler.equals("two-level")) {
                jain = index;
            }
            if (scheduler.equals("fair")) {
                fair = index;
            }
        }
        return new LabReport(
                name(),
                title(),
                "NEON, sections on hierarchies inside and between VMs",
                "VM A has one task with kernels of 1 ms; VM B has one to eight, with kernels of 0.5"
                        + " to 4 ms. Tasks are named by the guest.",
                List.of(between, inside),
                List.of(new Chart("Share of A", "tasks of B", "%", true, lines)),
                List.of(
                        Finding.published(
                                "Unscheduled, a VM gains by having more tasks.",
                                Check.atMost("A is left with", unscheduled, 30, "%")),
                        Finding.published(
                                "All hierarchies leave A its half.",
                                Check.atLeast("smallest part of A", worst, 47, "%")),
                        Finding.published(
                                "Two-level shares the other half alike among B's tasks (hybrid leaves that"
                                        + " to the guest).",
                                Check.atLeast("Jain", jain, 0.98, "")),
                        Finding.goal(
                                "So does Hira's default.", Check.atLeast("Jain", fair, 0.98, ""))));
    }

    private static Ran run(String scheduler, int tasks, Options options) {
        Setup setup =
                Setup.under(scheduler)
                        .seed(options.seed())
                        .guest("A", "a", 0, GuestWorkload.eager("a", Duration.millis(1)));
        for (int i = 0; i < tasks; i++) {
            double length = tasks == 1 ? 1 : 0.5 + 3.5 * i / (tasks - 1);
            setup.guest("B", "b" + i, 0, GuestWorkload.eager("b" + i, Duration.millis(length)));
        }
        return setup.run(END);
    }

    private static double jain(Ran ran) {
        return Fairness.jain(
                IntStream.range(0, 8).mapToDouble(i -> ran.time("b" + i, WARM)).toArray());
    }
}
