package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.SECOND;
import static dev.hira.lab.experiment.Units.percent;

import dev.hira.lab.experiment.Setup.Ran;
import dev.hira.lab.guest.Duration;
import dev.hira.lab.guest.GuestWorkload;
import dev.hira.lab.measure.Fairness;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** AvA: pairs of VMs whose kernels take 1 to 100 ms, and how unfairly they share a device. */
final class AvaUnfairness implements Experiment {
    private static final double[] LENGTHS = {1, 3, 10, 30, 100};
    private static final long WARM = SECOND;
    private static final long END = 6 * SECOND;
    private static final List<String> SCHEDULERS =
            List.of("none", "wfq-fixed", "wfq-feedback", "fair");

    /** What AvA's schedulers cost, but not here. */
    private static final String NO_COSTS =
            "what a scheduler computes takes no virtual time, so only the gaps that it leaves at the"
                    + " device are lost here";

    @Override
    public String name() {
        return "ava-unfairness";
    }

    @Override
    public String title() {
        return "Unfairness of pairs of VMs with kernels of 1 to 100 ms (AvA)";
    }

    @Override
    public LabReport run(Options options) {
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        for (String scheduler : SCHEDULERS) {
            outcomes.put(scheduler, measure(scheduler, options));
        }
        double free = of(outcomes, "none").busy;
        ReportTable table =
                new ReportTable(
                        "Unfairness |t1-t2|/(t1+t2) over all pairs, and device time lost",
                        "scheduler",
                        "unfairness %, 0.5 s median",
                        "unfairness %, 0.5 s p90",
                        "unfairness %, 1 s median",
                        "unfairness %, 1 s p90",
                        "overhead %",
                        "published unfairness %, 1 s median",
                        "published overhead %");
        outcomes.forEach((name, outcome) ->
                table.row(
                        name,
                        percent(Fairness.median(outcome.half())),
                        percent(Fairness.quantile(outcome.half(), 0.9)),
                        percent(Fairness.median(outcome.whole())),
                        percent(Fairness.quantile(outcome.whole(), 0.9)),
                        percent(1 - outcome.busy / free),
                        published(name, "2.6", "2.4"),
                        published(name, "7", "15")));
        return new LabReport(
                name(),
                title(),
                "AvA, section on fairness",
                "Two VMs of equal share keep a device busy with kernels of 1, 3, 10, 30 and 100 ms,"
                        + " each length against each other, for five seconds. The unfairness of"
                        + " their device time is taken in windows of half a second and a second.",
                List.of(table),
                List.of(),
                findings(outcomes, free));
    }

    private static String published(String scheduler, String fixed, String feedback) {
        return switch (scheduler) {
            case "wfq-fixed" -> fixed;
            case "wfq-feedback" -> feedback;
            default -> "-";
        };
    }

    private static Outcome measure(String scheduler, Options options) {
        Outcome outcome = new Outcome();
        int runs = 0;
        for (int i = 0; i < LENGTHS.length; i++) {
            for (int j = i + 1; j < LENGTHS.length; j++) {
                Ran ran =
                        Setup.under(scheduler)
                                .seed(options.seed())
                                .guest("a", GuestWorkload.eager("a", Duration.millis(LENGTHS[i])))
                                .guest("b", GuestWorkload.eager("b", Duration.millis(LENGTHS[j])))
                                .run(END);
                outcome.add(ran);
                runs++;
            }
        }
        outcome.busy /= runs;
        return outcome;
    }

    private static List<Finding> findings(Map<String, Outcome> outcomes, double free) {
        double none = median(outcomes, "none");
        double fixed = median(outcomes, "wfq-fixed");
        double feedback = median(outcomes, "wfq-feedback");
        double[] fair = of(outcomes, "fair").whole();
        return List.of(
                Finding.published(
                        "Weighted fair queuing with fixed quanta makes what was unfair nearly fair:"
                                + " 2.6 % over windows of a second.",
                        Check.published("median", fixed, 2.6, 2, "%"),
                        Check.atLeast("none has", none / fixed, 3, "times as much")),
                Finding.published(
                        "So does feedback: 2.4 %.",
                        Check.published("median", feedback, 2.4, 2, "%"),
                        Check.atLeast("none has", none / feedback, 3, "times as much")),
                Finding.published(
                                "Fixed quanta cost 7 % of the device's time.",
                                Check.published(
                                        "lost", lost(outcomes, "wfq-fixed", free), 7, 2, "%"))
                        .because(NO_COSTS),
                Finding.published(
                                "Feedback costs 15 %.",
                                Check.published(
                                        "lost", lost(outcomes, "wfq-feedback", free), 15, 4, "%"))
                        .because(NO_COSTS),
                Finding.goal(
                        "Under Hira's default the median over windows of a second is at most 1 %,"
                                + " and nine of ten windows stay below 2 %.",
                        Check.atMost("median", percent(Fairness.median(fair)), 1, "%"),
                        Check.atMost("p90", percent(Fairness.quantile(fair, 0.9)), 2, "%")),
                Finding.goal(
                        "Hira's default wastes at most 1 % of the device.",
                        Check.atMost("lost", lost(outcomes, "fair", free), 1, "%")));
    }

    private static double lost(Map<String, Outcome> outcomes, String scheduler, double free) {
        return percent(1 - of(outcomes, scheduler).busy / free);
    }

    private static double median(Map<String, Outcome> outcomes, String scheduler) {
        return percent(Fairness.median(of(outcomes, scheduler).whole()));
    }

    private static Outcome of(Map<String, Outcome> outcomes, String scheduler) {
        return Objects.requireNonNull(outcomes.get(scheduler));
    }

    /** The results of all pairs under one scheduler. */
    private static final class Outcome {
        private final List<Double> halves = new ArrayList<>();
        private final List<Double> wholes = new ArrayList<>();
        private double busy;

        void add(Ran ran) {
            windows(ran, SECOND / 2, halves);
            windows(ran, SECOND, wholes);
            busy += ran.busy(WARM);
        }

        private static void windows(Ran ran, long window, List<Double> into) {
            long[] a = ran.recorder().trace("a").windows(WARM, END, window);
            long[] b = ran.recorder().trace("b").windows(WARM, END, window);
            for (int i = 0; i < a.length; i++) {
                into.add(Fairness.unfairness((double) a[i], (double) b[i]));
            }
        }

        double[] half() {
            return halves.stream().mapToDouble(Double::doubleValue).toArray();
        }

        double[] whole() {
            return wholes.stream().mapToDouble(Double::doubleValue).toArray();
        }
    }
}
