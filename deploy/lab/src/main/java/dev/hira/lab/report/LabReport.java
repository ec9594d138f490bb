package dev.hira.lab.report;

import dev.hira.lab.report.Finding.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * The results of an experiment.
 *
 * @param name the experiment's name
 * @param title its subject, in a line
 * @param source the source of the published numbers, or of the scenario
 * @param method the method, in a few sentences
 * @param tables its numbers
 * @param charts its pictures
 * @param findings statements, and whether they hold
 */
public record LabReport(
        String name,
        String title,
        String source,
        String method,
        List<ReportTable> tables,
        List<Chart> charts,
        List<Finding> findings) {
    public LabReport {
        tables = List.copyOf(tables);
        charts = List.copyOf(charts);
        findings = List.copyOf(findings);
    }

    /** Returns whether each finding holds, or does not for a known reason. */
    public boolean isExpected() {
        return findings.stream().allMatch(Finding::isExpected);
    }

    /** Returns how many statements of reports hold, by their kind; empty: there are none. */
    public static String verdict(List<LabReport> reports) {
        List<Finding> all = reports.stream().flatMap(each -> each.findings.stream()).toList();
        List<String> parts = new ArrayList<>();
        part(all, Kind.PUBLISHED, "published findings reproduce", parts);
        part(all, Kind.GOAL, "goals of Hira are kept", parts);
        return String.join(", ", parts);
    }

    private static void part(List<Finding> all, Kind kind, String words, List<String> into) {
        List<Finding> some = all.stream().filter(each -> each.kind() == kind).toList();
        if (!some.isEmpty()) {
            long held = some.stream().filter(Finding::holds).count();
            into.add(held + " of " + some.size() + " " + words);
        }
    }
}
