/**
 * OpenCL in a guest: the generated stub and what the guest adds to it. Entry type: {@link
 * dev.hira.guest.opencl.OpenClGuest}.
 */
@NullMarked
package dev.hira.guest.opencl;

import org.jspecify.annotations.NullMarked;
