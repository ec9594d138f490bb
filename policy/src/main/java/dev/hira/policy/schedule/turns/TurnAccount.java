package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Tenant;
import dev.hira.policy.schedule.VmAccount;

/** A turn scheduler's state of a VM. */
class TurnAccount extends VmAccount {
    /** Number of turns that it has had. */
    long turns;

    TurnAccount(Tenant tenant, long serial, long now) {
        super(tenant, serial, now);
    }
}
