package dev.hira.sim.kernel;

/**
 * What a device has done with the kernels of a name in one way.
 *
 * @param kernel its name
 * @param tier what ran it
 * @param why the tier was chosen
 * @param launches how many
 * @param nanos how long they took in all on the host
 */
public record KernelStatistics(String kernel, String tier, String why, long launches, long nanos) {}
