/** How threads that submit device work, execute it and wait for it may meet. */
@NullMarked
package dev.hira.sim.engine;

import org.jspecify.annotations.NullMarked;
