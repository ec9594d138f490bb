/** Unit tests of device pages. */
package dev.hira.sim.pages;
