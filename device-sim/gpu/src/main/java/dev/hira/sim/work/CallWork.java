package dev.hira.sim.work;

import dev.hira.api.WorkListener;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The work of one call that queued some of it. It ends with its last operation, but not before the
 * call has stopped submitting. Safe for use by any thread.
 */
public final class CallWork {
    private static final VarHandle REMAINING;
    private static final VarHandle NANOS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            REMAINING = lookup.findVarHandle(CallWork.class, "remaining", int.class);
            NANOS = lookup.findVarHandle(CallWork.class, "nanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final WorkListener listener;
    private final long call;
    private final int device;

    /** The operations under way, plus one for the call itself while it may submit more. */
    @SuppressWarnings("UnusedVariable") // through REMAINING
    private volatile int remaining = 1;

    @SuppressWarnings("UnusedVariable") // through NANOS
    private volatile long nanos;

    CallWork(WorkListener listener, long call, int device) {
        this.listener = listener;
        this.call = call;
        this.device = device;
    }

    /**
     * Creates the work that another process has left of a call.
     *
     * @param spent the device time that it took there
     */
    public static CallWork ofAnotherServer(
            WorkListener listener, long call, int device, long spent) {
        CallWork work = new CallWork(listener, call, device);
        NANOS.setVolatile(work, spent);
        return work;
    }

    /** The number of the call. */
    public long call() {
        return call;
    }

    /** The device that does the work, as the process counts. */
    public int device() {
        return device;
    }

    /** The device time of the parts that have ended. */
    public long spent() {
        return nanos;
    }

    /** Adds a part. */
    public void add() {
        REMAINING.getAndAdd(this, 1);
    }

    /** Ends a part of the work that took this much device time. */
    public void ended(long took) {
        if (took != 0) {
            NANOS.getAndAdd(this, took);
        }
        if ((int) REMAINING.getAndAdd(this, -1) == 1) {
            listener.ended(call, device, (long) NANOS.getVolatile(this));
        }
    }

    /** The waiters of the ended work have been woken; reports of ends may now be sent. */
    public void waitersWoken() {
        listener.waitersWoken();
    }

    /** Passes on the text that a kernel of this call has printed. */
    public void printed(String text) {
        if (!text.isEmpty()) {
            listener.printed(call, text);
        }
    }

    /** Reports that a kernel of this call was stopped because it exceeded its time limit. */
    public void overran(String kernel, long took) {
        listener.overran(call, device, kernel, took);
    }
}
