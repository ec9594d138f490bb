/** Unit tests. */
package dev.hira.sim.clock;
