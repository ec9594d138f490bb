package dev.hira.server.host;

/**
 * Is told by a driver what a session's calls come to at the devices. Called by any thread; never
 * waits.
 */
public interface WorkListener {
    /**
     * All work of a call has ended of which {@link WorkScope#end} said that it had not.
     *
     * @param device the one that did it, as the session counts
     * @param nanos the time that the device took
     */
    void ended(long call, int device, long nanos);

    /** Who waited for the work that ended was told; what was heard can be passed on. */
    void settled();

    /** A kernel was stopped because it ran for too long. */
    void overran(long call, int device, String label, long nanos);

    /**
     * An object was made that calls name as the code of their work.
     *
     * @param device the one that it is for, as the session counts
     * @param code the same number for the same code, in whatever session
     * @param label for people
     */
    void identified(long name, int device, long code, String label);
}
