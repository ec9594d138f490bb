package dev.hira.lab.report;

import java.util.List;

/**
 * The results of an experiment.
 *
 * @param name the experiment's name
 * @param title its subject, in a line
 * @param source the source of the published numbers
 * @param method the method, in a few sentences
 * @param tables its numbers
 * @param charts its pictures
 * @param findings statements, and whether they reproduce
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

    /** Returns whether all findings reproduce. */
    public boolean reproduces() {
        return findings.stream().allMatch(Finding::holds);
    }
}
