/**
 * Copies and fills: where their two sides are, the checks of both, and the operations that move the
 * bytes. {@link dev.hira.sim.driver.copy.CopyEndpoints} resolves addresses; {@link
 * dev.hira.sim.driver.copy.TransferOperation} is what engines execute.
 */
@NullMarked
package dev.hira.sim.driver.copy;

import org.jspecify.annotations.NullMarked;
