/**
 * Device profiles: {@link dev.hira.sim.profile.DeviceProfile} describes a simulated device, {@link
 * dev.hira.sim.profile.Profiles} holds the built-in profiles, and {@link
 * dev.hira.sim.profile.ProfileText} reads their text form. Values only, no locks.
 */
@NullMarked
package dev.hira.sim.profile;

import org.jspecify.annotations.NullMarked;
