package dev.hira.lab.report;

/**
 * One statement of a publication, or promise of ours, and whether it holds here.
 *
 * @param claim what is stated
 * @param measured what was measured
 * @param holds whether that agrees
 */
public record Finding(String claim, String measured, boolean holds) {}
