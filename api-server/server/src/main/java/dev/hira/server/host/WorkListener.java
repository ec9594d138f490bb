package dev.hira.server.host;

/**
 * Receives a driver's reports on the device work of a session's calls. Called by any thread; must
 * not wait.
 */
public interface WorkListener {
    /**
     * Reports that all work of a call has ended, if {@link WorkScope#end} returned {@link
     * WorkScope#UNDER_WAY}.
     *
     * @param device the device that executed it, in the session's numbering
     * @param nanos the device time
     */
    void ended(long call, int device, long nanos);

    /** Reports that the waiters of the ended work were told, so that reports can be passed on. */
    void settled();

    /** Reports that a kernel was stopped because it exceeded its time limit. */
    void overran(long call, int device, String label, long nanos);

    /**
     * Reports that an object was created that calls name as the code of their work.
     *
     * @param device the object's device, in the session's numbering
     * @param code the same number for the same code in every session
     * @param label a readable name
     */
    void identified(long name, int device, long code, String label);
}
