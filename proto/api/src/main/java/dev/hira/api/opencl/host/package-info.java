/**
 * The part of OpenCL that happens in the program's own process, the same for guests and for
 * simulated devices: host memory of buffers, regions of it, and the choice of the command that a
 * function becomes. Entry type: {@link dev.hira.api.opencl.host.HostSide}.
 *
 * <p>Reading order: HostSide with HostSharing and HostImages, HostCommands and CallbackRule;
 * HostMemory, HostKernels, HostSamplers; Rect, ImageShape with ImageFormat, SharedRanges.
 */
@NullMarked
package dev.hira.api.opencl.host;

import org.jspecify.annotations.NullMarked;
