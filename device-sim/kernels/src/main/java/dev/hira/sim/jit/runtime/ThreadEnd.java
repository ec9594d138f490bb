package dev.hira.sim.jit.runtime;

/** Thrown by generated code where a thread ends within calls. */
public final class ThreadEnd extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ThreadEnd() {
        super(null, null, false, false);
    }
}
