package dev.hira.policy.schedule;

import dev.hira.policy.model.GrantsState;

/**
 * A VM as a scheduler sees it: the first level of the hierarchy. The values are those of its policy
 * at the moment and may change between two calls.
 */
public interface Tenant {
    /** Its name, for order among equals and for people. */
    String name();

    /** The name of its class. */
    default String grade() {
        return GrantsState.DEFAULT;
    }

    /** Its weight against other VMs, at least 1. */
    long share();

    /**
     * The least device time that it is to have, in nanoseconds per second, when it has work; 0:
     * none.
     */
    long reservation();

    /** The most device time that it may have, in nanoseconds per second. */
    long cap();

    /** Who has more goes first, for schedulers that know priorities. */
    int priority();

    /** Credits, for the credit schedulers of GViM and Pegasus. Default 256. */
    long credits();

    /** The device time that it has used so far in all, as measured. */
    long used();
}
