package dev.hira.policy;

/** The policy that admits every command. */
public final class AdmitAll implements AdmissionPolicy {
    public static final AdmitAll INSTANCE = new AdmitAll();

    private static final SessionPolicy SESSION = new AdmittedSession();

    private AdmitAll() {}

    @Override
    public SessionPolicy open(SessionIdentity session, Runnable resume) {
        return SESSION;
    }

    private static final class AdmittedSession implements SessionPolicy {
        @Override
        public Admission judge(JudgedCommand command) {
            return Admission.ADMIT;
        }

        @Override
        public void close() {}
    }
}
