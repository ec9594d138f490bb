/**
 * The state of a process that repeating its calls does not recreate, on its way to another process.
 * Entry type: {@link dev.hira.sim.state.StateTransfer}. {@link dev.hira.sim.state.StateSaver} walks
 * a process and writes {@link dev.hira.sim.state.StateRecord}s in the form that {@link
 * dev.hira.sim.state.RecordCodec} gives them; {@link dev.hira.sim.state.StateRestorer} applies them
 * to another process. docs/state.md describes the format.
 *
 * <p>Reading order: StateTransfer, StateRecord, RecordCodec, StateSaver, StateRestorer; Precopy for
 * the rounds before the state; QueuedWork, QueueSaver and QueueRestorer for work that stands still.
 */
@NullMarked
package dev.hira.sim.state;

import org.jspecify.annotations.NullMarked;
