package dev.hira.sim.kernel;

/**
 * The launches of all kernels with one name in one tier.
 *
 * @param kernel its name
 * @param tier the tier that ran it
 * @param why the reason for the tier
 * @param launches their number
 * @param nanos their total time on the host
 */
public record KernelStatistics(String kernel, String tier, String why, long launches, long nanos) {}
