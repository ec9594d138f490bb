package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A session's work for one device: the second level of the hierarchy. A flow has at most one
 * command that waits, since a session's commands keep their order; the schedulers order flows,
 * never commands of one flow.
 */
public interface Flow {
    /** The VM that the session belongs to. */
    Tenant tenant();

    /** The task that the guest says the session is part of; sessions of a task count as one. */
    String task();

    /** How the guest orders its own flows: lower goes first. Matters within its VM only. */
    int rank();

    /** The estimated device time of the command that waits; 0 when none does. */
    long head();

    /** Whether the command that waits may go, as far as its gate is concerned. */
    default boolean mayGo() {
        return true;
    }

    /** When the command that waits began to. */
    long waitingSince();

    /**
     * When the command that waits should be done, by the clock, for schedulers of deadlines; {@link
     * Long#MAX_VALUE}: whenever.
     */
    long deadline();

    /** How many of its commands are at the device. */
    int inFlight();

    /** Where the scheduler keeps what it knows of this flow. */
    @Nullable Object note();

    /** Has something kept with this flow, until the next call. */
    void note(@Nullable Object note);
}
