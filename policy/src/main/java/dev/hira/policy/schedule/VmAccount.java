package dev.hira.policy.schedule;

/** What a scheduler notes about a VM that has at least one flow here. */
public class VmAccount {
    public final Tenant tenant;

    /** Its place in the order of arrival, unique. */
    public final long serial;

    int flows;
    public int waiting;
    public int inFlight;

    /** Since when nothing of it has been at the device; means something while nothing is. */
    public long quietSince;

    public VmAccount(Tenant tenant, long serial, long now) {
        this.tenant = tenant;
        this.serial = serial;
        this.quietSince = now;
    }
}
