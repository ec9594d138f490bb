/** Unit tests. */
package dev.hira.sim.code;
