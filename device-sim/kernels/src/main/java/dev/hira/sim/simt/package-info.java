/**
 * The SIMT tier: runs 8 or 16 threads of a block at once, with the JVM's vectors. {@link
 * dev.hira.sim.simt.Simt} compiles, and {@link dev.hira.sim.simt.Contest} runs kernels so where it
 * is faster.
 *
 * <p>It has the scalar tier's pieces, and keeps the registers of stopped threads in the same
 * arrays. So a <em>group</em> of threads whose numbers follow each other may be run by the code of
 * this package at one time and one by one at another: groups that would reach into another row, the
 * ends of ranges, pieces that have no code here, and groups whose threads have kept what does not
 * fit are left to the scalar tier, piece by piece and group by group.
 *
 * <p>What is the same for all lanes stays an ordinary local variable, and so does the start of what
 * grows by a constant from lane to lane, such as the thread's number and addresses made from it;
 * everything else is a vector or, for 64 bits, an array ({@code LaneForm}). Steps without vectors
 * are done lane by lane by the scalar tier's emitters ({@code LaneLoop}), so that there is no
 * instruction that this tier does not have, and no second emitter for most.
 *
 * <p>Lanes go through a piece in one order of its blocks, in which loops have no gaps ({@code
 * LaneGraph}). Where they part they are gathered in masks at the blocks to which they go ({@code
 * Masks}), and a register that waiting lanes still need is only changed for those that run ({@code
 * Divergence}). Branches on which all lanes agree stay branches.
 *
 * <p>Nothing here depends on the incubating module of vectors when it is compiled: generated code
 * names its classes, and without the module everything runs in the scalar tier.
 */
@NullMarked
package dev.hira.sim.simt;

import org.jspecify.annotations.NullMarked;
