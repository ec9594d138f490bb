package dev.hira.policy.rules;

/** What the router knows of a VM at the moment, as rules may read it. All times are nanoseconds. */
public interface VmCounters {
    String name();

    /** The name of the VM's class. */
    String grade();

    long share();

    /** The most device time per second. */
    long cap();

    /** The least device time per second. */
    long reservation();

    int priority();

    long credits();

    /** The device time used so far in all, as measured. */
    long used();

    /** The device time used in the last half second, as measured. */
    long recent();

    /** How many of its commands are at devices. */
    int inFlight();

    /** How many of its sessions have a command that waits. */
    int waiting();

    /** For how long the oldest of these commands has been waiting; 0: none does. */
    long waited();

    /** How many sessions are open. */
    int sessions();

    /** How much of a continuous resource all its sessions hold, by the resource's index. */
    long held(int resource);
}
