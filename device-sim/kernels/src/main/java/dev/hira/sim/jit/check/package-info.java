/**
 * Checks of addresses. Accesses with a common base or a common index form an {@link
 * dev.hira.sim.jit.check.AccessGroup}, which one comparison checks; {@link
 * dev.hira.sim.jit.check.CheckEmitter}, the entry type, emits it. {@link
 * dev.hira.sim.jit.check.AccessGroups} forms the groups. An {@link
 * dev.hira.sim.jit.check.AccessPath} emits the access itself: directly after a check, or by a
 * runtime helper.
 */
@NullMarked
package dev.hira.sim.jit.check;

import org.jspecify.annotations.NullMarked;
