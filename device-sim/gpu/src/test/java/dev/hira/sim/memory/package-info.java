/** Unit tests of device memory. */
package dev.hira.sim.memory;
