/** The CUDA calls that simulated guests make, as bytes, and what they cost on the way. */
@NullMarked
package dev.hira.lab.calls;

import org.jspecify.annotations.NullMarked;
