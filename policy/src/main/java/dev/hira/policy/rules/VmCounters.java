package dev.hira.policy.rules;

/** The current values of a VM that rules may read. All times are nanoseconds. */
public interface VmCounters {
    String name();

    /** Returns the name of the VM's class. */
    String grade();

    long share();

    /** Returns the most device time per second. */
    long cap();

    /** Returns the least device time per second. */
    long reservation();

    int priority();

    long credits();

    /** Returns the total measured device time. */
    long used();

    /** Returns the measured device time of the last half second. */
    long recent();

    /** Returns the number of its commands at devices. */
    int inFlight();

    /** Returns the number of its sessions with a command that waits. */
    int waiting();

    /** Returns the time for which the oldest of these commands has been waiting; 0: none waits. */
    long waited();

    /** Returns the number of open sessions. */
    int sessions();

    /**
     * Returns the amount of a continuous resource that all its sessions hold, by the resource's
     * index.
     */
    long held(int resource);
}
