/**
 * The production policy: {@link dev.hira.policy.tenant.TenantPolicy} holds every VM to its grant,
 * by quotas, rates, operators' rules and the gates of devices.
 *
 * <p>Locks: a VM's (its sessions and limits), a rate's, a history's, a gate's. A VM's lock may be
 * held when one of the others is taken. No lock is held while a session is resumed or a listener is
 * called.
 */
@NullMarked
package dev.hira.policy.tenant;

import org.jspecify.annotations.NullMarked;
