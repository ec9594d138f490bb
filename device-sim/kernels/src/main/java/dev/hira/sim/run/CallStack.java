package dev.hira.sim.run;

import dev.hira.sim.kernel.FaultKind;

/**
 * How calls use a thread's local memory, whichever engine runs it: the kernel's frame lies at 0,
 * and each call's behind that of its caller. A call takes its frame, but at least as much as a
 * return address and some saved registers do, so that recursion without end meets the limit.
 */
public final class CallStack {
    /** What each call takes besides its frame. */
    public static final int CALL_BYTES = 16;

    /** What nested calls may take of a host thread's stack, where each is a call of the host's. */
    public static final int HOST_BYTES = 32 << 20;

    /** What a host's thread needs for all that and for whatever calls do, with room to spare. */
    public static final long HOST_STACK = 64L << 20;

    private CallStack() {}

    /**
     * The end of a call's frame.
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
