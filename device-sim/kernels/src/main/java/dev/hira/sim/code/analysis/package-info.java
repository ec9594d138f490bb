/**
 * Analyses of routines for passes and compilers: order of blocks, dominators, liveness, and joins
 * of divergent threads. Each analysis is a class of its own and changes nothing; all of them build
 * on {@link dev.hira.sim.code.analysis.Effects}.
 */
@NullMarked
package dev.hira.sim.code.analysis;

import org.jspecify.annotations.NullMarked;
