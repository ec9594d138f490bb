/** Unit tests. */
package dev.hira.sim.ptx;
