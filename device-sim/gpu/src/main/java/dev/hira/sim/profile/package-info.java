/**
 * What a simulated device is like: {@link dev.hira.sim.profile.DeviceProfile}, the built-in ones in
 * {@link dev.hira.sim.profile.Profiles}, and their text form in {@link
 * dev.hira.sim.profile.ProfileText}. Values only, no locks.
 */
@NullMarked
package dev.hira.sim.profile;

import org.jspecify.annotations.NullMarked;
