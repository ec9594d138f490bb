/**
 * The production policy: {@link dev.hira.policy.tenant.TenantPolicy} holds every VM to its grant,
 * by quotas, rates, operators' rules and the gates of devices.
 *
 * <p>Locks: a VM's (its sessions and limits), a rate's, a history's, a gate's. A VM's lock may be
 * held when one of the others is taken. None of them is held while a listener is called or a
 * session is resumed; resuming only posts a task, so callers may hold locks of their own.
 */
@NullMarked
package dev.hira.policy.tenant;

import org.jspecify.annotations.NullMarked;
