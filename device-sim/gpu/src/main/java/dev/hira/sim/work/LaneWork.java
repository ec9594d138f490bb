package dev.hira.sim.work;

import dev.hira.api.WorkListener;
import org.jspecify.annotations.Nullable;

/**
 * The device work that the calls of one lane cause: what is submitted between {@link #begin} and
 * {@link #end} belongs to the call in between. Work that is done at once, on the calling thread,
 * costs no object. Used by one thread at a time, as the lane is.
 */
public final class LaneWork {
    /** What {@link #end} answers when work is left: the listener hears of the end of it. */
    public static final long UNDER_WAY = -1;

    private WorkListener listener = WorkListener.NONE;
    private boolean open;
    private long call;
    private int device;
    private long nanos;
    private @Nullable CallWork queued;

    /** What is submitted from now on belongs to this call. */
    public void begin(WorkListener to, long ofCall) {
        listener = to;
        open = true;
        call = ofCall;
        device = 0;
        nanos = 0;
        queued = null;
    }

    /**
     * The call submits no more.
     *
     * @return the device time of all its work, or {@link #UNDER_WAY}
     */
    public long end() {
        open = false;
        CallWork rest = queued;
        queued = null;
        if (rest == null) {
            return nanos;
        }
        rest.ended(nanos);
        return UNDER_WAY;
    }

    /** The device that the work was for; the first one when there was none. */
    public int device() {
        return device;
    }

    /** Work was done at once. */
    public void done(int onDevice, long took) {
        if (open) {
            device = onDevice;
            nanos += took;
        }
    }

    /** Work is about to be queued; what it belongs to, or null when nobody asks. */
    public @Nullable CallWork queues(int onDevice) {
        if (!open) {
            return null;
        }
        CallWork work = queued;
        if (work == null) {
            device = onDevice;
            work = new CallWork(listener, call, onDevice);
            queued = work;
        }
        work.add();
        return work;
    }
}
