package dev.hira.sim.run;

import dev.hira.sim.kernel.FaultKind;

/**
 * The use of a thread's local memory by calls, for all engines: the kernel's frame is at 0, and the
 * frame of each call follows that of its caller. A call takes its frame plus the size of a return
 * address and some saved registers, so infinite recursion reaches the limit.
 */
public final class CallStack {
    /** The bytes that each call takes besides its frame. */
    public static final int CALL_BYTES = 16;

    /** The host stack that nested calls may use in an engine that runs each as a host call. */
    public static final int HOST_BYTES = 32 << 20;

    /**
     * The stack size of a host thread: {@link #HOST_BYTES} plus ample room for everything that
     * calls do.
     */
    public static final long HOST_STACK = 64L << 20;

    private CallStack() {}

    /**
     * Returns the end of a call's frame.
     *
     * @param start of the frame, the end of the caller's
     * @throws DeviceFault when the stack is too small
     */
    public static long enter(Grid grid, long start, long frameBytes) {
        long end = start + frameBytes + CALL_BYTES;
        boolean absurd = frameBytes < 0 || frameBytes > grid.localBytes();
        if (absurd || end > grid.localBytes()) {
            throw DeviceFault.of(
                    FaultKind.HARDWARE_STACK_ERROR,
                    "A call needs "
                            + Long.toUnsignedString(end)
                            + " bytes of stack, but each thread has "
                            + grid.localBytes()
                            + "; end the recursion sooner, or raise CU_LIMIT_STACK_SIZE with"
                            + " cuCtxSetLimit.");
        }
        return end;
    }

    /**
     * Refuses calls that are nested too deeply for the host.
     *
     * @throws DeviceFault when they take more than {@link #HOST_BYTES}
     */
    public static void requireHostStack(int bytes) {
        if (bytes > HOST_BYTES) {
            throw DeviceFault.of(
                    FaultKind.HARDWARE_STACK_ERROR,
                    "The calls are nested too deeply: they take more than the "
                            + HOST_BYTES
                            + " bytes that this device keeps for them besides their stack; end"
                            + " the recursion sooner.");
        }
    }
}
