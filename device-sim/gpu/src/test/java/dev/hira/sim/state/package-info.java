/** Tests of the state that moves between processes. */
package dev.hira.sim.state;
