/**
 * The simulated GPU as a driver that sessions use. Entry type: {@link
 * dev.hira.server.host.sim.SimDriverHost}.
 */
@NullMarked
package dev.hira.server.host.sim;

import org.jspecify.annotations.NullMarked;
