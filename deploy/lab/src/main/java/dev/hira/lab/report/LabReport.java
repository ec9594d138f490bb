package dev.hira.lab.report;

import java.util.List;

/**
 * What an experiment found.
 *
 * @param name the experiment's name
 * @param title what it is about, in a line
 * @param source where the published numbers are from
 * @param method what was done, in a few sentences
 * @param tables its numbers
 * @param charts its pictures
 * @param findings what reproduces and what does not
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

    /** Whether all that was published was found here. */
    public boolean reproduces() {
        return findings.stream().allMatch(Finding::holds);
    }
}
