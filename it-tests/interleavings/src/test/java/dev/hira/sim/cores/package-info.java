/** How threads that share the host's cores may meet. */
@NullMarked
package dev.hira.sim.cores;

import org.jspecify.annotations.NullMarked;
