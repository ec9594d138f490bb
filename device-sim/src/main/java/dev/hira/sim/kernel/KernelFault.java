package dev.hira.sim.kernel;

import dev.hira.api.cuda.CUresult;

/** A module or a launch that is refused. Carries no stack trace: it is the caller's fault. */
public final class KernelFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final CUresult code;

    /**
     * A refusal.
     *
     * @param message a sentence
     */
    public KernelFault(CUresult code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** CUDA's code for it. */
    public CUresult code() {
        return code;
    }
}
