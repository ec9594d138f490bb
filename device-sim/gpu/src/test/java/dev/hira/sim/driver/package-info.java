/** Unit tests of the driver. */
package dev.hira.sim.driver;
