package dev.hira.policy.schedule.turns;

import dev.hira.policy.schedule.Tenant;
import dev.hira.policy.schedule.VmAccount;

/** What a scheduler of turns notes about a VM. */
class TurnAccount extends VmAccount {
    /** How many turns it has had. */
    long turns;

    TurnAccount(Tenant tenant, long serial, long now) {
        super(tenant, serial, now);
    }
}
