package dev.hira.sim.lower.build;

/**
 * Reports that an instruction cannot be lowered. It is caught where the instruction's position is
 * known.
 */
public final class LoweringRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean unsupported;

    private LoweringRefusal(boolean unsupported, String message) {
        super(message, null, false, false);
        this.unsupported = unsupported;
    }

    /** Creates a refusal of an instruction that PTX has but this device lacks. */
    public static LoweringRefusal unsupported() {
        return new LoweringRefusal(true, "");
    }

    /**
     * Creates a refusal of an instruction that PTX has but this device lacks, with a more specific
     * name than the text's.
     */
    public static LoweringRefusal unsupported(String name) {
        return new LoweringRefusal(true, name);
    }

    /** Creates a refusal of an instruction that is not valid PTX; the sentence gives the reason. */
    public static LoweringRefusal wrong(String sentence) {
        return new LoweringRefusal(false, sentence);
    }

    boolean isUnsupported() {
        return unsupported;
    }

    /**
     * Returns the name of the unsupported feature: the instruction by its text, or a more specific
     * name.
     */
    String name(String text) {
        String message = getMessage();
        return message == null || message.isEmpty() ? text : message;
    }
}
