package dev.hira.policy;

/**
 * Decides about the commands of all sessions. Thread-safe.
 *
 * @see AdmitAll
 */
public interface AdmissionPolicy {
    /**
     * Puts a new session under this policy.
     *
     * @param resume called, from any thread, when a command that got a {@link Admission.Delay}
     *     should be judged again; extra calls are harmless
     */
    SessionPolicy open(SessionIdentity session, Runnable resume);
}
