/**
 * What work costs an engine of a {@link dev.hira.sim.engine.cost.Role}: {@link
 * dev.hira.sim.engine.cost.Cost} on the virtual clock, where copies share the {@link
 * dev.hira.sim.engine.cost.Bus}, and {@link dev.hira.sim.engine.cost.EngineCounters} of the time
 * that engines have worked.
 */
@NullMarked
package dev.hira.sim.engine.cost;

import org.jspecify.annotations.NullMarked;
