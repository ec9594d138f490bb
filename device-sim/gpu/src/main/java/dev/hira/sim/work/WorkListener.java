package dev.hira.sim.work;

/** Receives the device work of a process's calls. Called by any thread; must not wait. */
public interface WorkListener {
    /** Ignores everything. */
    WorkListener NONE = new WorkListener() {};

    /**
     * Reports that all work of a call has ended, if {@link LaneWork#end} returned {@link
     * LaneWork#UNDER_WAY}. Waiters for the work may not have been woken yet.
     *
     * @param device the device that executed it, in the process's numbering
     * @param nanos the device time
     */
    default void ended(long call, int device, long nanos) {}

    /** Reports that all waiters of the ended work were woken, so that reports can be passed on. */
    default void settled() {}

    /**
     * Reports that a kernel was stopped because it exceeded its time limit.
     *
     * @param call the call that launched it
     */
    default void overran(long call, int device, String kernel, long nanos) {}

    /**
     * Reports that a function was given a name.
     *
     * @param device the device on which its module was loaded
     * @param code a number that is the same for the same kernel of the same text
     * @param kernel its name in the text
     */
    default void identified(long name, int device, long code, String kernel) {}
}
