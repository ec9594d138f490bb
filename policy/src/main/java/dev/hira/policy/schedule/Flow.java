package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * A session's work for one device: the second level of the hierarchy. A flow has at most one
 * waiting command, since a session's commands keep their order; schedulers order flows, never
 * commands of one flow.
 */
public interface Flow {
    /** Returns the VM that the session belongs to. */
    Tenant tenant();

    /**
     * Returns the task that the guest says the session belongs to; sessions of a task count as one.
     */
    String task();

    /**
     * Returns the guest's own order of its flows: lower goes first. It has no effect outside the
     * VM.
     */
    int rank();

    /** Returns the estimated device time of the waiting command; 0 when none waits. */
    long head();

    /** Whether the gate lets the waiting command go. */
    boolean mayGo();

    /** Returns the time at which the waiting command began to wait. */
    long waitingSince();

    /**
     * Returns the time by which the waiting command should be done, for deadline schedulers; {@link
     * Long#MAX_VALUE}: no deadline.
     */
    long deadline();

    /** Returns the number of its commands at the device. */
    int inFlight();

    /** Returns the scheduler's own state of this flow. */
    @Nullable Object note();

    /** Sets the scheduler's own state of this flow. */
    void note(@Nullable Object note);
}
