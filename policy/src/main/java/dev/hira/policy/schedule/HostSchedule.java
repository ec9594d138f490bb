package dev.hira.policy.schedule;

/**
 * The host's CPU schedule as far as a scheduler of an accelerator may know it. In production an
 * operator sets these values; a laboratory simulates a host.
 */
public interface HostSchedule {
    /** Default credits of a VM, as in Xen. */
    long DEFAULT_CREDITS = 256;

    /** Returns the VM's CPU credits, at least 1. */
    long credits(Tenant vm);

    /** Returns the rest of the VM's CPU credits in this period; not negative. */
    long remaining(Tenant vm, long now);

    /** Whether the CPU scheduler runs the VM in the period that begins now. */
    boolean runs(Tenant vm, long now);
}
