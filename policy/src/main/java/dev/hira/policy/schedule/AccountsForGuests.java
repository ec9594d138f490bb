package dev.hira.policy.schedule;

/** A scheduler whose accounts are shown to guests, which order their own tasks by them. */
public interface AccountsForGuests {
    /**
     * How much more device time the flow's VM had than its due, beside the VM that is furthest
     * behind, in nanoseconds; 0: it is the one.
     */
    long ahead(Flow flow);
}
