package dev.hira.lab.experiment;

import static dev.hira.lab.experiment.Units.MICRO;
import static dev.hira.lab.experiment.Units.MILLI;
import static dev.hira.lab.experiment.Units.SECOND;

import dev.hira.lab.guest.StartingGuest.Plan;
import dev.hira.lab.measure.Distribution;
import dev.hira.lab.measure.DistributionReader.Measured;
import dev.hira.lab.report.Chart;
import dev.hira.lab.report.Chart.Series;
import dev.hira.lab.report.Check;
import dev.hira.lab.report.Finding;
import dev.hira.lab.report.LabReport;
import dev.hira.lab.report.ReportTable;
import java.util.ArrayList;
import java.util.List;

/**
 * AvA: the time for which a program waits when its VM moves at a random point, beside what is
 * measured of Hira.
 */
final class AvaMigration implements Experiment {
    /** A program that prepares itself for 0.8 s of 2 s. */
    private static final Plan PROGRAM = new Plan(800 * MILLI, 64, 4 << 20, 2_000, 10 * MILLI);

    private static final int MOVES = 400;
    private static final double[] QUANTILES = {0.1, 0.25, 0.5, 0.75, 0.9, 0.99};

    /** Published times, in milliseconds. */
    private static final double TOGGLE = 15_000;

    private static final double LARGE_MODEL = 596_000;

    @Override
    public String name() {
        return "ava-migration";
    }

    @Override
    public String title() {
        return "The time without answers when a VM moves (AvA)";
    }

    @Override
    public LabReport run(Options options) {
        RandomMoves moves = RandomMoves.of(PROGRAM, MOVES, 2 * SECOND, options.seed());
        List<Distribution> computed = List.of(moves.stopped(), moves.ahead());
        Measured measured = options.measured();
        return new LabReport(
                name(),
                title(),
                "AvA, section on migration (the shape only: no numbers are known to us);"
                        + " cuda-checkpoint and CRIU for the times of checkpoints",
                method(measured),
                List.of(
                        table("Computed in virtual time: ms without answers", computed),
                        table("Measured with Hira: ms without answers", measured.distributions()),
                        published()),
                List.of(chart(computed, measured.distributions())),
                findings(moves, options));
    }

    private static String method(Measured measured) {
        return "A program prepares itself, allocates 64 buffers of 4 MiB, creates 2000 events, and"
                + " launches kernels of 10 ms. Its VM moves at 400 random points. What the move has"
                + " to do there is read from the router's own journal and books; its time is"
                + " computed, at 16 µs for a repeated call and 3 GB/s. AvA's steps: wait for the"
                + " device, copy all memory, repeat all recorded calls. Hira's steps: the same while"
                + " the VM runs; then wait for one of 64 blocks and copy what the last kernel wrote."
                + " The measured times are those of real processes. "
                + measured.remarks();
    }

    private static ReportTable table(String title, List<Distribution> rows) {
        ReportTable table =
                new ReportTable(title, "move", "p10", "p25", "p50", "p75", "p90", "p99");
        for (Distribution row : rows) {
            List<Object> cells = new ArrayList<>(List.of(row.what()));
            for (double quantile : QUANTILES) {
                cells.add(row.at(quantile));
            }
            table.row(cells.toArray());
        }
        return table;
    }

    private static ReportTable published() {
        return new ReportTable("Published", "system", "what", "ms")
                .row(
                        "AvA",
                        "downtime at random points: two modes, before and after allocation",
                        "-")
                .row("cuda-checkpoint", "one toggle of an H100, about", TOGGLE)
                .row("cuda-checkpoint and CRIU", "a model of 70 billion parameters", LARGE_MODEL);
    }

    private static Chart chart(List<Distribution> computed, List<Distribution> measured) {
        List<Series> lines = new ArrayList<>();
        computed.forEach(each -> lines.add(line(each)));
        measured.forEach(each -> lines.add(line(each)));
        lines.add(wall("published: H100 toggle", TOGGLE));
        lines.add(wall("published: 70B model", LARGE_MODEL));
        return new Chart(
                "The part of moves without answers for at most this time",
                "ms (published times as vertical lines)",
                "%",
                true,
                lines);
    }

    private static Series line(Distribution times) {
        return new Series(
                times.what(),
                times.points().stream().mapToDouble(p -> Math.max(p.millis(), 1e-3)).toArray(),
                times.points().stream().mapToDouble(p -> p.quantile() * 100).toArray());
    }

    private static Series wall(String name, double millis) {
        return new Series(name, new double[] {millis, millis}, new double[] {0, 100});
    }

    private static List<Finding> findings(RandomMoves moves, Options options) {
        Distribution stopped = moves.stopped();
        Distribution ahead = moves.ahead();
        double early = stopped.at(0.3);
        double late = stopped.at(0.5);
        double part = moves.partOfCopyAndReplay();
        int[] calls = {recorded(500 * MILLI, options), recorded(2 * SECOND, options)};
        return List.of(
                Finding.published(
                        "Downtime has two modes: before and after the program allocated.",
                        Check.atLeast("p50", late / early, 100, "times p30")),
                Finding.published(
                        "Transfer and replay dominate it.",
                        Check.atLeast("their part", part * 100, 90, "%")),
                Finding.published(
                        "Replay is in proportion to live objects, not to history.",
                        Check.between(
                                "recorded calls after 2 s of kernels",
                                calls[1],
                                calls[0],
                                calls[0],
                                "as after 0.5 s")),
                Finding.goal(
                        "With copy and replay ahead, p99 is at most 3 times the median.",
                        Check.atMost("p99", ahead.at(0.99) / ahead.at(0.5), 3, "times p50")));
    }

    /** Returns the number of recorded calls of a program that has launched kernels for a while. */
    private static int recorded(long nanos, Options options) {
        Plan plan = new Plan(0, 64, 4 << 20, 2_000, 100 * MICRO);
        return RandomMoves.recorded(plan, SECOND / 2 + nanos, options.seed());
    }
}
