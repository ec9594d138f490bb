package dev.hira.policy.schedule;

/** What a scheduler of turns notes about a VM. */
class TurnNote extends VmNote {
    /** How many turns it has had. */
    long turns;

    TurnNote(Tenant tenant, long serial, long now) {
        super(tenant, serial, now);
    }
}
