/**
 * Copies and fills: the endpoints of a copy, the checks of both, and the operations that move the
 * bytes. {@link dev.hira.sim.driver.copy.CopyEndpoints} resolves addresses; engines execute {@link
 * dev.hira.sim.driver.copy.TransferOperation}s.
 */
@NullMarked
package dev.hira.sim.driver.copy;

import org.jspecify.annotations.NullMarked;
