package dev.hira.sim.kernel;

/** Reports a refused module or launch. It has no stack trace: the caller is at fault. */
public final class KernelFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final FaultKind kind;

    /**
     * Creates a refusal.
     *
     * @param message a sentence
     */
    public KernelFault(FaultKind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    /** The kind of fault. */
    public FaultKind kind() {
        return kind;
    }
}
