/**
 * Simulated GPUs with the drivers of their APIs. Entry types: {@link
 * dev.hira.server.host.sim.SimDriverHost}, {@link dev.hira.server.host.sim.SimApi}.
 */
@NullMarked
package dev.hira.server.host.sim;

import org.jspecify.annotations.NullMarked;
