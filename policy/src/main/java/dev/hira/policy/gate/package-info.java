/**
 * The way to a device: how much may be there at once, who goes next, and what it cost. Entry types:
 * {@link dev.hira.policy.gate.DeviceGate}, {@link dev.hira.policy.gate.KernelHistory}.
 *
 * <p>A gate has one lock, which guards everything of its flows too; schedulers are called under it,
 * sessions never are.
 */
@NullMarked
package dev.hira.policy.gate;

import org.jspecify.annotations.NullMarked;
