/**
 * The yardstick for kernels: the gallery's kernels in OpenCL C, run by the machine's OpenCL
 * implementation for its processors, in a process of its own. {@link
 * dev.hira.bench.opencl.OpenClProcess} is the entry type.
 */
@NullMarked
package dev.hira.bench.opencl;

import org.jspecify.annotations.NullMarked;
