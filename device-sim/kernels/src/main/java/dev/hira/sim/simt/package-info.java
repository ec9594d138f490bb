/**
 * The SIMT tier: runs 8 or 16 threads of a block at once, with the JVM's vectors. {@link
 * dev.hira.sim.simt.Simt} compiles, and {@link dev.hira.sim.simt.AutomaticPieces}, the entry type,
 * runs kernels in groups where that is faster.
 *
 * <p>The tier has the scalar tier's pieces and keeps the registers of stopped threads in the same
 * arrays. A <em>group</em> of threads with consecutive numbers may therefore run in this package's
 * code at one time and one by one at another. Some work is left to the scalar tier, piece by piece
 * and group by group: groups that would reach into another row, the ends of ranges, pieces that
 * have no code here, and groups whose saved registers do not have the expected form.
 *
 * <p>A value that all lanes share stays an ordinary local variable, and so does the start of a
 * value that grows by a constant from lane to lane, such as the thread's number and addresses
 * derived from it; every other value is a vector or, for 64 bits, an array ({@link
 * dev.hira.sim.simt.form.LaneForm}). Steps without vector operations run lane by lane through the
 * scalar tier's emitters ({@code LaneLoop}), so that this tier supports every instruction and needs
 * no second emitter for most.
 *
 * <p>Lanes go through a piece in one order of its blocks, in which loops have no gaps ({@link
 * dev.hira.sim.simt.form.LaneGraph}). Lanes that diverge are gathered in masks at the blocks to
 * which they go ({@link dev.hira.sim.simt.form.LaneMasks}), and a register that waiting lanes still
 * need changes only in the lanes that run ({@link dev.hira.sim.simt.form.Divergence}). Branches on
 * which all lanes agree stay branches.
 *
 * <p>This package compiles without the incubating vector module: generated code names the module's
 * classes, and without the module everything runs in the scalar tier.
 *
 * <p>{@link dev.hira.sim.simt.form} analyses the pieces; {@link dev.hira.sim.simt.emit} generates
 * their code.
 */
@NullMarked
package dev.hira.sim.simt;

import org.jspecify.annotations.NullMarked;
