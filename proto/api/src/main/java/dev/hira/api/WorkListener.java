package dev.hira.api;

import java.lang.foreign.MemorySegment;

/**
 * Hears from a driver which device work the calls of one process caused. Called by any thread;
 * never waits.
 */
public interface WorkListener {
    /** A listener that ignores everything. */
    WorkListener NONE = new WorkListener() {};

    /**
     * All work of a call has ended, of which some was queued; perhaps before the call returns.
     * Threads that wait for the work have not been woken yet.
     *
     * @param device the device that did it, as the process counts
     * @param nanos the time that the device took
     */
    default void ended(long call, int device, long nanos) {}

    /** The waiters of the ended work have been woken; reports of ends may now be sent. */
    default void waitersWoken() {}

    /**
     * A kernel that has ended printed this text. Called only if the process passes texts on in this
     * way, before {@link #ended}.
     *
     * @param call the call that launched it
     */
    default void printed(long call, String text) {}

    /**
     * A kernel was stopped because it exceeded its time limit.
     *
     * @param call the call that launched it
     */
    default void overran(long call, int device, String kernel, long nanos) {}

    /**
     * The process goes on with work of a call that another process had left; {@link #ended} follows
     * for it.
     */
    default void continues(long call) {}

    /**
     * Work of a call that another process had left will read this part of the memory that the
     * process shares with the program.
     */
    default void reads(long call, MemorySegment memory) {}

    /**
     * Returns a result that another process had left.
     *
     * @param description what {@link LateResult#describe} returned there
     * @throws StateException when nothing like it is possible here
     */
    default LateResult result(byte[] description) {
        throw new StateException("this process receives no results of calls made elsewhere");
    }

    /**
     * Returns a function of the program that queued work of another process calls.
     *
     * @param type its interface in the API
     * @param number what {@link NumberedFunction#number} returned there
     * @throws StateException when the process can call no functions of this type
     */
    default <T> T function(Class<T> type, long number) {
        throw new StateException(
                "this process can call no " + type.getSimpleName() + " of the program");
    }

    /**
     * A function was given a name.
     *
     * @param device the device that its module was loaded on, as the process counts
     * @param code a number that is the same for the same kernel of the same text
     * @param kernel its name in the text, for people
     */
    default void identified(long name, int device, long code, String kernel) {}
}
