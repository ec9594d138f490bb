package dev.hira.policy;

/**
 * The verdict on one command. Values are made beforehand and reused, so that judging a command
 * allocates nothing.
 */
public sealed interface Admission {
    /** The command goes on to the server. */
    Admission ADMIT = new Admit();

    /** The command goes on. There is one of it: {@link Admission#ADMIT}. */
    record Admit() implements Admission {}

    /**
     * The command waits, and with it all that the session sent after it, until the policy calls the
     * session's resume callback; it is then judged anew.
     *
     * @param reason a short constant word for metrics, for example {@code "rate"}
     */
    record Delay(String reason) implements Admission {}

    /**
     * The command is not executed and its caller is told why.
     *
     * @param reason a short constant word for metrics, for example {@code "quota"}
     * @param resource the index of the resource that is exhausted, which decides the API's own
     *     error code; {@link #NO_RESOURCE} when the refusal is about none
     * @param message a sentence for the guest's programmer
     */
    record Deny(String reason, int resource, String message) implements Admission {
        /** The refusal is not about a resource. */
        public static final int NO_RESOURCE = -1;
    }
}
