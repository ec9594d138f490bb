/** Unit tests. */
package dev.hira.sim.driver;
