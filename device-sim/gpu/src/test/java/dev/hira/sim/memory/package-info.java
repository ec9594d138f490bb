/** Unit tests. */
package dev.hira.sim.memory;
