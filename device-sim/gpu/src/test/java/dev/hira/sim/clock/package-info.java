/** Unit tests of the clocks. */
package dev.hira.sim.clock;
