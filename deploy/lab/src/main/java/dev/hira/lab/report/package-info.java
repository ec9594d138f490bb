/**
 * Reports of the laboratory: tables for terminals, CSV, and pages with charts. Entry type: {@link
 * dev.hira.lab.report.LabReport}.
 *
 * <p>Reading order: LabReport, ReportTable, Finding with Check; TextReport, CsvReport; LabFolder
 * with LabRun and LabEntry, HtmlReport; BarChart, Chart with SvgChart and Ticks.
 */
@NullMarked
package dev.hira.lab.report;

import org.jspecify.annotations.NullMarked;
