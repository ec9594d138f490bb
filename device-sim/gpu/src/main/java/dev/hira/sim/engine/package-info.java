/**
 * The engines of simulated devices and the channels that feed them: {@link
 * dev.hira.sim.engine.DeviceEngines} is a device's set of engines, {@link
 * dev.hira.sim.engine.ChannelGroup} the channels of one context, {@link
 * dev.hira.sim.engine.ChannelOperation} a unit of work.
 *
 * <p>A channel is a linked queue of operations that run in order. At any time at most one thread
 * has the right to move a channel on (its <em>token</em>): whoever submits to an idle channel takes
 * it; it then passes to the engine, to the host function or to the operation that the channel waits
 * for, and is given up when the channel is empty. So channels need no lock on their way.
 *
 * <p>Lock order: virtual clock, group's submission lock, engine. Engines' locks are never held
 * while an operation executes on the real clock.
 */
@NullMarked
package dev.hira.sim.engine;

import org.jspecify.annotations.NullMarked;
