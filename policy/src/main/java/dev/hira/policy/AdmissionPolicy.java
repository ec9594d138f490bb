package dev.hira.policy;

/**
 * Decides about the commands of all sessions. Safe for use by any number of threads.
 *
 * @see AdmitAll
 */
public interface AdmissionPolicy {
    /**
     * Takes a new session under this policy.
     *
     * @param resume is called, from any thread, when a command that got a {@link Admission.Delay}
     *     is worth being judged again; calling it too often is harmless
     */
    SessionPolicy open(SessionIdentity session, Runnable resume);
}
