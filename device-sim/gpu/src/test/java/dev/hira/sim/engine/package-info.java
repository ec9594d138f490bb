/** Unit tests of the engines. */
package dev.hira.sim.engine;
