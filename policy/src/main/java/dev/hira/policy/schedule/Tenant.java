package dev.hira.policy.schedule;

import dev.hira.policy.model.GrantsState;

/**
 * A VM as a scheduler sees it: the first level of the hierarchy. The values are those of its
 * current policy and may change between two calls.
 */
public interface Tenant {
    /** Returns its name, which breaks ties and is shown to people. */
    String name();

    /** Returns the name of its class. */
    default String grade() {
        return GrantsState.DEFAULT;
    }

    /** Returns its weight against other VMs, at least 1. */
    long share();

    /**
     * Returns the least device time in nanoseconds per second that it should get while it has work;
     * 0: none.
     */
    long reservation();

    /** Returns the most device time in nanoseconds per second that it may get. */
    long cap();

    /** Returns its priority, for schedulers that know priorities; the highest goes first. */
    int priority();

    /** Returns its credits, for the credit schedulers of GViM and Pegasus. Default 256. */
    long credits();

    /** Returns its total measured device time. */
    long used();
}
