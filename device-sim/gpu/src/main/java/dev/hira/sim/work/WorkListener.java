package dev.hira.sim.work;

/**
 * Is told what the calls of a process come to at the devices. Called by any thread; never waits.
 */
public interface WorkListener {
    /** Nobody. */
    WorkListener NONE = new WorkListener() {};

    /**
     * All work of a call has ended whose {@link LaneWork#end} said that it had not. What waits for
     * the work has not been told yet.
     *
     * @param device the one that did it, as the process counts
     * @param nanos the time that the device was at it
     */
    default void ended(long call, int device, long nanos) {}

    /** Everything was told that has ended together; time to pass it on. */
    default void settled() {}

    /**
     * A kernel was stopped because it ran for too long.
     *
     * @param call the one that launched it
     */
    default void overran(long call, int device, String kernel, long nanos) {}

    /**
     * A function was given a name.
     *
     * @param device the one that its module was loaded on
     * @param code a number that is the same for the same kernel of the same text
     * @param kernel its name in the text
     */
    default void identified(long name, int device, long code, String kernel) {}
}
