package dev.hira.policy.schedule.sampling;

/**
 * Parameters of the schedulers that sample.
 *
 * @param sample the slice in which one task alone is measured
 * @param freerun time for which all tasks that are not blocked submit without being measured
 * @param enough number of kernels after which a sample ends early
 * @param threshold lead of a task beyond which it is blocked for a free run
 * @param linger time without work after which a sample ends early
 */
public record SamplingSettings(
        long sample, long freerun, long enough, long threshold, long linger) {}
