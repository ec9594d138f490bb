/**
 * Access to a device: how much work may be there at once, which session goes next, and how much
 * device time each VM used. Entry types: {@link dev.hira.policy.gate.DeviceGate}, {@link
 * dev.hira.policy.gate.WorkHistory}.
 *
 * <p>A gate has one lock, which also guards its flows; schedulers are called with it held, sessions
 * never are.
 */
@NullMarked
package dev.hira.policy.gate;

import org.jspecify.annotations.NullMarked;
