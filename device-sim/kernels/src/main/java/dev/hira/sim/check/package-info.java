/**
 * The checked mode, which finds mistakes in kernels that remain invisible otherwise. {@link
 * dev.hira.sim.check.GridCheck} checks a launch, and a {@link dev.hira.sim.check.BlockCheck} each
 * running block; the engine reports every access to it. Unchecked kernels run without any of it.
 *
 * <p>Races are found by happens-before, after C. Flanagan and S. Freund, "FastTrack: Efficient and
 * Precise Dynamic Race Detection" (2009): {@link dev.hira.sim.check.BlockClocks} hold what each
 * thread has seen of the others, and {@link dev.hira.sim.check.Cells} the last accesses to each
 * word or byte. PTX's memory model orders accesses: barriers, meetings of a warp's lanes, and
 * strong accesses after a fence do; a strong read always counts as an acquire, since programs rely
 * on that.
 *
 * <p>One thread runs a block and its {@code BlockCheck}. The threads of a launch share {@code
 * GlobalCells}, each page of which has a lock, and {@code Findings}, which calls the context's
 * {@link dev.hira.sim.kernel.KernelLedger} under its lock.
 *
 * <p>Reading order: GridCheck, BlockCheck; for memory BlockMemory and ByteMarks; for races
 * BlockRaces, Visit, Cells with Moments, BlockClocks, GlobalCells.
 */
@NullMarked
package dev.hira.sim.check;

import org.jspecify.annotations.NullMarked;
