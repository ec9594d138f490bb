package dev.hira.policy.rules;

/** The current values of a VM that rules may read. All times are nanoseconds. */
public interface VmCounters {
    String name();

    /** The name of the VM's class. */
    String grade();

    long share();

    /** Most device time per second. */
    long cap();

    /** Least device time per second. */
    long reservation();

    int priority();

    long credits();

    /** Total measured device time. */
    long used();

    /** Measured device time of the last half second. */
    long recent();

    /** Number of its commands at devices. */
    int inFlight();

    /** Number of its sessions with a command that waits. */
    int waiting();

    /** Time for which the oldest of these commands has been waiting; 0: none waits. */
    long waited();

    /** Number of open sessions. */
    int sessions();

    /**
     * Returns the amount of a continuous resource that all its sessions hold, by the resource's
     * index.
     */
    long held(int resource);
}
