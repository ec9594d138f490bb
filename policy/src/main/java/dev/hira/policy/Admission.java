package dev.hira.policy;

/**
 * The policy's answer to one command. The answers are created in advance and reused, so judging a
 * command allocates nothing.
 */
public sealed interface Admission {
    /** The command goes on to the server. */
    Admission ADMIT = new Admit();

    /** The answer that lets a command go on. {@link Admission#ADMIT} is its only instance. */
    record Admit() implements Admission {}

    /**
     * The command waits, together with everything that the session sent after it, until the policy
     * calls the session's resume callback; the command is then judged again.
     *
     * @param reason a short constant word for metrics, for example {@code "rate"}
     */
    record Delay(String reason) implements Admission {}

    /**
     * The command is not executed and its caller gets the reason.
     *
     * @param reason a short constant word for metrics, for example {@code "quota"}
     * @param resource index of the exhausted resource, which decides the API's own error code;
     *     {@link #NO_RESOURCE} when the refusal is not about a resource
     * @param message a sentence for the guest's programmer
     * @param missing the amount of the resource that the VM must give back before the command fits
     */
    record Deny(String reason, int resource, String message, long missing) implements Admission {
        /** The refusal is not about a resource. */
        public static final int NO_RESOURCE = -1;

        /** Creates a refusal that is not about an amount. */
        public Deny(String reason, int resource, String message) {
            this(reason, resource, message, 0);
        }
    }
}
