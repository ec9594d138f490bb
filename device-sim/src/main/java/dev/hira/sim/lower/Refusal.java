package dev.hira.sim.lower;

/** Why an instruction cannot be lowered. Caught where the instruction's place is known. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unsupported;

    private Refusal(boolean unsupported, String message) {
        super(message, null, false, false);
        this.unsupported = unsupported;
    }

    /** PTX has it but this device does not. */
    static Refusal unsupported() {
        return new Refusal(true, "");
    }

    /** PTX has it but this device does not; it needs a name that tells more than the text's. */
    static Refusal unsupported(String name) {
        return new Refusal(true, name);
    }

    /** It is not PTX: a sentence says why. */
    static Refusal wrong(String sentence) {
        return new Refusal(false, sentence);
    }

    boolean isUnsupported() {
        return unsupported;
    }

    /** What is unsupported: an instruction by its text, or what was named instead. */
    String name(String text) {
        String message = getMessage();
        return message == null || message.isEmpty() ? text : message;
    }
}
