/**
 * Reports of the laboratory: tables for terminals, CSV, and pages with charts. Entry type: {@link
 * dev.hira.lab.report.LabReport}.
 */
@NullMarked
package dev.hira.lab.report;

import org.jspecify.annotations.NullMarked;
