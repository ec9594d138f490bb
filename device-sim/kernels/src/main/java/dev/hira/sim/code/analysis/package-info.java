/**
 * Facts about a routine that passes and compilers need: order of blocks, dominators, liveness, and
 * where divergent threads rejoin. Each analysis is a class of its own and changes nothing; {@link
 * dev.hira.sim.code.analysis.Effects} is what all of them build on.
 */
@NullMarked
package dev.hira.sim.code.analysis;

import org.jspecify.annotations.NullMarked;
