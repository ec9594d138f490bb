package dev.hira.sim.lower.build;

/** Why an instruction cannot be lowered. Caught where the instruction's place is known. */
public final class LoweringRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unsupported;

    private LoweringRefusal(boolean unsupported, String message) {
        super(message, null, false, false);
        this.unsupported = unsupported;
    }

    /** PTX has it but this device does not. */
    public static LoweringRefusal unsupported() {
        return new LoweringRefusal(true, "");
    }

    /** PTX has it but this device does not; it needs a name that tells more than the text's. */
    public static LoweringRefusal unsupported(String name) {
        return new LoweringRefusal(true, name);
    }

    /** It is not PTX: a sentence says why. */
    public static LoweringRefusal wrong(String sentence) {
        return new LoweringRefusal(false, sentence);
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
