package dev.hira.sim.jit;

/** Thrown by generated code where a thread ends within calls. */
final class ThreadEnd extends RuntimeException {
    static final ThreadEnd THROWN = new ThreadEnd();

    private static final long serialVersionUID = 1L;

    private ThreadEnd() {
        super(null, null, false, false);
    }
}
