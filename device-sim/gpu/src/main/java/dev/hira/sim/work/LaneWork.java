package dev.hira.sim.work;

import dev.hira.api.LateResult;
import dev.hira.api.WorkListener;
import org.jspecify.annotations.Nullable;

/**
 * The device work of one lane's calls: work submitted between {@link #begin} and {@link #end}
 * belongs to the call in between. Work that the calling thread executes at once allocates nothing.
 * Used by one thread at a time, like the lane.
 */
public final class LaneWork {
    /**
     * The result of {@link #end} when some of the work was queued; the listener receives its end,
     * perhaps before {@code end} returns.
     */
    public static final long UNDER_WAY = -1;

    /** The number of no call. */
    public static final long NO_CALL = 0;

    private WorkListener listener = WorkListener.NONE;
    private boolean open;
    private long call;
    private int device;
    private long nanos;
    private @Nullable CallWork queued;
    private @Nullable LateResult result;

    /** Assigns work submitted from now on to this call. */
    public void begin(WorkListener to, long ofCall) {
        listener = to;
        open = true;
        call = ofCall;
        device = 0;
        nanos = 0;
        queued = null;
        result = null;
    }

    /**
     * Ends the call's submissions.
     *
     * @return the device time of all its work, or {@link #UNDER_WAY}
     */
    public long end() {
        open = false;
        result = null;
        CallWork parts = queued;
        queued = null;
        if (parts == null) {
            return nanos;
        }
        parts.ended(nanos);
        return UNDER_WAY;
    }

    /** Announces a result of the call under way, which the next host function completes. */
    public void completes(LateResult late) {
        result = open ? late : null;
    }

    /** Takes the result that the host function about to be queued completes; or null. */
    public @Nullable LateResult takeResult() {
        LateResult taken = result;
        result = null;
        return taken;
    }

    /** The call under way; {@link #NO_CALL} when there is none. */
    public long call() {
        return open ? call : NO_CALL;
    }

    /** The device of the work; the first one when there was none. */
    public int device() {
        return device;
    }

    /** Records work that was executed at once. */
    public void done(int onDevice, long took) {
        if (open) {
            device = onDevice;
            nanos += took;
        }
    }

    /** Records work about to be queued; returns its call's work, or null when no call is open. */
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
