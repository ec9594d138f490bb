/**
 * Simulated GPUs as a driver for sessions. Entry type: {@link
 * dev.hira.server.host.sim.SimDriverHost}.
 */
@NullMarked
package dev.hira.server.host.sim;

import org.jspecify.annotations.NullMarked;
