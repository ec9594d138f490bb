/** The CUDA calls of simulated guests, as bytes, and the costs of their transport. */
@NullMarked
package dev.hira.lab.calls;

import org.jspecify.annotations.NullMarked;
