package dev.hira.policy.schedule;

/**
 * What a scheduler of an accelerator may know of the host's CPU schedule. In production these are
 * the values that an operator sets; a laboratory simulates a host.
 */
public interface HostSchedule {
    /** Credits of a VM that nobody gave others, as in Xen. */
    long DEFAULT_CREDITS = 256;

    /** The VM's CPU credits, at least 1. */
    long credits(Tenant vm);

    /** What is left of the VM's CPU credits in this period; not negative. */
    long remaining(Tenant vm, long now);

    /** Whether the CPU scheduler runs the VM in the period that begins now. */
    boolean runs(Tenant vm, long now);
}
