package dev.hira.sim.work;

import dev.hira.api.WorkListener;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * The work of one call of which some was queued. Ends with the last of it, but not before the call
 * submits no more. Safe for use by any thread.
 */
public final class CallWork {
    private static final VarHandle LEFT;
    private static final VarHandle NANOS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            LEFT = lookup.findVarHandle(CallWork.class, "left", int.class);
            NANOS = lookup.findVarHandle(CallWork.class, "nanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final WorkListener listener;
    private final long call;
    private final int device;

    /** The operations under way, and the call itself while it may submit more. */
    @SuppressWarnings("UnusedVariable") // through LEFT
    private volatile int left = 1;

    @SuppressWarnings("UnusedVariable") // through NANOS
    private volatile long nanos;

    CallWork(WorkListener listener, long call, int device) {
        this.listener = listener;
        this.call = call;
        this.device = device;
    }

    void add() {
        LEFT.getAndAdd(this, 1);
    }

    /** A part of it has ended, which took so long. */
    public void ended(long took) {
        if (took != 0) {
            NANOS.getAndAdd(this, took);
        }
        if ((int) LEFT.getAndAdd(this, -1) == 1) {
            listener.ended(call, device, (long) NANOS.getVolatile(this));
        }
    }

    /** A part of it is being done right now. */
    public void tell(LongConsumer to) {
        to.accept(call);
    }

    /** What waited for it has been told as well. */
    public void settled() {
        listener.settled();
    }

    /** A kernel of it was stopped because it ran for too long. */
    public void overran(String kernel, long took) {
        listener.overran(call, device, kernel, took);
    }
}
