package dev.hira.sim.kernel;

/** A module or a launch that is refused. Carries no stack trace: it is the caller's fault. */
public final class KernelFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FaultKind kind;

    /**
     * A refusal.
     *
     * @param message a sentence
     */
    public KernelFault(FaultKind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** What kind of fault it is. */
    public FaultKind kind() {
        return kind;
    }
}
