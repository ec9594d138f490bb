package dev.hira.policy.schedule;

/** A scheduler's state of a VM that has at least one flow here. */
public class VmAccount {
    public final Tenant tenant;

    /** Its place in the order of arrival, unique. */
    public final long serial;

    int flows;
    public int waiting;
    public int inFlight;

    /** Time since which it has had no work at the device; meaningful only while it has none. */
    public long quietSince;

    public VmAccount(Tenant tenant, long serial, long now) {
        this.tenant = tenant;
        this.serial = serial;
        this.quietSince = now;
    }
}
