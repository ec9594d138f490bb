/**
 * The engines of simulated devices and the channels that feed them: {@link
 * dev.hira.sim.engine.DeviceEngines} is the set of engines of a device, {@link
 * dev.hira.sim.engine.ChannelGroup} the channels of one context, {@link
 * dev.hira.sim.engine.ChannelOperation} a unit of work.
 *
 * <p>A channel is a linked queue of operations that run in order. At any time at most one thread
 * has the right to advance a channel (its <em>token</em>). A thread that submits to an idle channel
 * takes the token. The token then passes to the engine, to the host function or to the operation
 * that the channel waits for, and is given up when the channel is empty. Advancing a channel
 * therefore needs no lock.
 *
 * <p>Lock order: virtual clock, group's submission lock, engine. No engine lock is held while an
 * operation executes on the real clock.
 *
 * <p>Reading order: ChannelOperation, Channel, ChannelGroup, Pump, Engine and its three subclasses.
 */
@NullMarked
package dev.hira.sim.engine;

import org.jspecify.annotations.NullMarked;
