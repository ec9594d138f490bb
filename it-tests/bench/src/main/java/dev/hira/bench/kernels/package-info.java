/**
 * Kernels: their speed beside plain Java and an OpenCL implementation, first launches, and how soon
 * endless ones are stopped.
 */
@NullMarked
package dev.hira.bench.kernels;

import org.jspecify.annotations.NullMarked;
