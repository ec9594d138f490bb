package dev.hira.policy.schedule;

/** What a scheduler notes about a VM that has at least one flow here. */
class VmNote {
    final Tenant tenant;

    /** Its place in the order of arrival, unique. */
    final long serial;

    int flows;
    int waiting;
    int inFlight;

    /** Since when nothing of it has been at the device; means something while nothing is. */
    long quietSince;

    VmNote(Tenant tenant, long serial, long now) {
        this.tenant = tenant;
        this.serial = serial;
        this.quietSince = now;
    }
}
