/**
 * The typed tree of a module: its functions ({@link dev.hira.sim.ptx.model.PtxFunction}), their
 * bodies ({@link dev.hira.sim.ptx.model.FunctionBody}) and the variables of both. It is data
 * without the rules of the language, which the parser checks.
 *
 * <p>Reading order: {@code PtxFunction} and {@code Variable} for declarations, {@code Statement},
 * {@code Operand} and {@code Constant} for bodies. The other types are their parts; {@code
 * ParameterLayout} places parameters in memory.
 */
@NullMarked
package dev.hira.sim.ptx.model;

import org.jspecify.annotations.NullMarked;
