/**
 * The checked mode: what finds mistakes of kernels that nobody would see otherwise. {@link
 * dev.hira.sim.check.GridCheck} watches a launch, a {@link dev.hira.sim.check.BlockCheck} each
 * block that runs, which the interpreter tells every access. Nothing of it exists while kernels run
 * unchecked.
 *
 * <p>Races are found by happens-before, after C. Flanagan and S. Freund, "FastTrack: Efficient and
 * Precise Dynamic Race Detection" (2009): {@link dev.hira.sim.check.BlockClocks} know what each
 * thread has seen of the others, {@link dev.hira.sim.check.Cells} who accessed which bytes last.
 * What orders accesses is what PTX's memory model says: barriers, meetings of a warp's lanes, and
 * strong accesses behind a fence; a strong read always counts as an acquire, since programs rely on
 * that.
 */
@NullMarked
package dev.hira.sim.check;

import org.jspecify.annotations.NullMarked;
