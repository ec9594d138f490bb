package dev.hira.policy.schedule;

/** A scheduler that shows its accounts to guests, which order their own tasks by them. */
public interface AccountsForGuests {
    /**
     * Returns the device time in nanoseconds that the flow's VM has received beyond its due,
     * relative to the VM that is furthest behind; 0 for that VM.
     */
    long ahead(Flow flow);
}
