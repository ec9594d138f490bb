/**
 * Kernels: their speed beside plain Java and an OpenCL implementation, first launches, and how soon
 * endless ones are stopped.
 *
 * <p>Reading order: KernelBench with Contender and Rounds; OpenClBench and OclgrindBench, which run
 * programs in processes of their own; LaunchBench, SafetyBench and TurnsBench.
 */
@NullMarked
package dev.hira.bench.kernels;

import org.jspecify.annotations.NullMarked;
