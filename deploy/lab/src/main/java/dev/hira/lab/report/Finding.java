package dev.hira.lab.report;

/**
 * A statement of a publication, or a promise of Hira, and whether it holds here.
 *
 * @param claim the statement
 * @param measured the measured values
 * @param holds whether they agree with the statement
 */
public record Finding(String claim, String measured, boolean holds) {}
