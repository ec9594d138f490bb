/** Simulations: bodies, heat, orbits, random points and prices. */
@NullMarked
package dev.hira.gallery.simulation;

import org.jspecify.annotations.NullMarked;
