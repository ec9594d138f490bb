package dev.hira.policy.schedule.sampling;

/**
 * Parameters of the schedulers that sample.
 *
 * @param sample the slice in which one task alone is measured
 * @param freerun for how long all that are not blocked submit without being measured
 * @param enough after how many kernels a sample ends early
 * @param threshold how far a task may get ahead before it is blocked for a free run
 * @param linger after how long without work a sample ends early
 */
public record SamplingSettings(
        long sample, long freerun, long enough, long threshold, long linger) {}
