@NullMarked
package dev.hira.sim.compiler;

import org.jspecify.annotations.NullMarked;
