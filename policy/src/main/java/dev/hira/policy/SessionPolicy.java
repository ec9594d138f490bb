package dev.hira.policy;

/** The policy as one session meets it. Called by one thread at a time. */
public interface SessionPolicy extends AutoCloseable {
    /**
     * Judges one command. Must not block and should allocate nothing.
     *
     * @param command the command; reused by the caller, valid during this call only
     */
    Admission judge(JudgedCommand command);

    /** The session ended: what it occupied here is given back. Idempotent. */
    @Override
    void close();
}
