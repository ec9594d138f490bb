package dev.hira.bench.common;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The figures of one run, compared with the promises of SPECIFICATION.md. */
public final class BenchReport {
    /** The verdict on a promise in this run. */
    enum Verdict {
        KEPT,
        BROKEN,
        /** A figure without a promise, for comparison. */
        NOTED
    }

    /**
     * One figure.
     *
     * @param promise the promised value, in words; empty for a figure without a promise
     */
    record Row(String what, double value, String unit, String promise, Verdict verdict) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%-62s %12s %-10s %-16s %s",
                    what,
                    number(),
                    unit,
                    promise,
                    verdict == Verdict.NOTED ? "" : verdict);
        }

        private String number() {
            if (value != 0 && Math.abs(value) < 10) {
                return String.format(Locale.ROOT, "%.3f", value);
            }
            return String.format(Locale.ROOT, value < 1000 ? "%.1f" : "%,.0f", value);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    private final PrintStream out;

    public BenchReport(PrintStream out) {
        this.out = out;
    }

    /** Starts a part of the report. */
    public void section(String title) {
        out.println();
        out.println(title);
    }

    /** Prints a remark. */
    public void say(String text) {
        out.println("  " + text);
    }

    /** Adds a figure for comparison. */
    public void note(String what, double value, String unit) {
        add(new Row(what, value, unit, "", Verdict.NOTED));
    }

    /** Adds a figure that must not exceed the limit. */
    public void atMost(String what, double value, String unit, double limit) {
        add(
                new Row(
                        what,
                        value,
                        unit,
                        "≤ " + plain(limit),
                        value <= limit ? Verdict.KEPT : Verdict.BROKEN));
    }

    /** Adds a figure that must reach the limit. */
    public void atLeast(String what, double value, String unit, double limit) {
        add(
                new Row(
                        what,
                        value,
                        unit,
                        "≥ " + plain(limit),
                        value >= limit ? Verdict.KEPT : Verdict.BROKEN));
    }

    /** Returns the number of broken promises. */
    public long broken() {
        return rows.stream().filter(row -> row.verdict() == Verdict.BROKEN).count();
    }

    /** Writes the figures as comma-separated values. */
    public void save(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of("what,value,unit,promise,verdict"));
        for (Row row : rows) {
            lines.add(
                    String.join(
                            ",",
                            "\"" + row.what() + "\"",
                            Double.toString(row.value()),
                            row.unit(),
                            row.promise(),
                            row.verdict().name()));
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.write(file, lines);
    }

    private void add(Row row) {
        rows.add(row);
        out.println("  " + row.line());
    }

    private static String plain(double limit) {
        return limit == Math.rint(limit)
                ? String.format(Locale.ROOT, "%,.0f", limit)
                : Double.toString(limit);
    }
}
