package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Orders the work that waits for one device.
 *
 * <p>The gate reports each command in this order: {@link #waits} when it arrives, {@link #pick}
 * whenever the device could take more, {@link #granted} when the command goes to the device, and
 * {@link #done} when its work has ended. A command goes only after it was picked, even to an idle
 * device, since a scheduler may want to keep the device idle for a while. The gate itself bounds
 * the work in flight and enforces caps: {@code pick} gets only flows that these limits let go;
 * {@link Flow#mayGo} tells this for each flow, and {@link #mayChanged} reports changes to
 * schedulers that keep an order of their own.
 *
 * <p>A scheduler that takes over while commands run gets all flows by {@link #joined}, the work at
 * the device by {@code waits} and {@code granted}, as if it were granted anew, and then the waiting
 * work. Device time used without a ticket is reported by {@code waits}, {@code granted} and {@code
 * done} in a row.
 *
 * <p>Times are nanoseconds of one monotonic clock. No method may block, and methods called for each
 * command should not allocate.
 */
public interface Scheduler {
    /** Returns the name by which operators select it, for example {@code "fair"}. */
    String name();

    /** Adds the flow of a new session. */
    void joined(Flow flow, long now);

    /** Removes a flow, which has no work waiting or in flight any longer. */
    void left(Flow flow, long now);

    /** Notes that a flow without waiting work now has some. */
    void waits(Flow flow, long now);

    /** Notes that a flow's waiting work was withdrawn without having been granted. */
    void withdrawn(Flow flow, long now);

    /** Notes that {@link Flow#mayGo} of a VM's flows, or the VM's policy, has changed. */
    default void mayChanged(Tenant vm) {}

    /**
     * Picks the flow that goes next. Must not have an effect that {@link #granted} does not undo or
     * repeat: the gate may ask again without granting.
     *
     * @param eligible the waiting flows that may go, in the order in which they began to wait;
     *     never empty; valid during this call only
     * @return one of them, or null: none for now although the device could take more; the gate asks
     *     again at {@link #wakeAt} or after any event
     */
    @Nullable Flow pick(Eligible eligible, long now);

    /** Notes that a command goes to the device. */
    void granted(Flow flow, long estimate, long now);

    /**
     * Notes that the work of a command has ended.
     *
     * @param estimate the estimate given to {@link #granted}
     * @param measured the device time that the work took
     */
    void done(Flow flow, long estimate, long measured, long now);

    /**
     * Returns the time at which to call {@link #pick} again even without an event; {@link
     * Long#MAX_VALUE}: none.
     */
    long wakeAt(long now);

    /**
     * Returns the number of VMs that placement should count for this device beyond the present
     * ones, because it does not keep its promises to those.
     */
    default int strain() {
        return 0;
    }

    /** The flows to choose from. Reused. */
    interface Eligible {
        int size();

        Flow get(int index);

        /**
         * Returns the estimated time at which the device runs out of work, or has room to start
         * more at once, if it gets nothing more; now if it already has.
         */
        default long idleAt(long now) {
            return now;
        }
    }
}
