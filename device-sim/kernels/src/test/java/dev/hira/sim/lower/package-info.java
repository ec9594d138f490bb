/** Unit tests. */
package dev.hira.sim.lower;
