/** Unit tests. */
package dev.hira.sim.engine;
