package dev.hira.policy.schedule;

import org.jspecify.annotations.Nullable;

/**
 * Orders what waits for one device.
 *
 * <p>The gate that uses it tells what happens, in this order for each command: {@link #waits} when
 * it arrives, {@link #pick} whenever the device could take more, {@link #granted} when the command
 * goes to the device, and {@link #done} when its work has ended. A command goes only when it was
 * picked, also to a device that is idle, since a scheduler may want it to stay idle for a while.
 * The gate itself bounds what is in flight and enforces caps: {@code pick} is asked only about
 * flows that may go as far as these are concerned; {@link Flow#mayGo} says it of each, and {@link
 * #mayChanged} when it changes, for those that keep an order of their own.
 *
 * <p>A scheduler that takes over while commands run is told of all flows by {@link #joined}, of
 * what is at the device by {@code waits} and {@code granted}, as if it were given to it anew, and
 * then of what waits. What a flow used without having asked is told by {@code waits}, {@code
 * granted} and {@code done} in a row.
 *
 * <p>Times are nanoseconds of one monotonic clock. Nothing may block, and nothing that happens for
 * each command should allocate.
 */
public interface Scheduler {
    /** The name by which operators select it, for example {@code "fair"}. */
    String name();

    /** A session begins. */
    void joined(Flow flow, long now);

    /** A session ended; nothing of it is waiting or in flight any more. */
    void left(Flow flow, long now);

    /** A flow that had nothing waiting has now. */
    void waits(Flow flow, long now);

    /** What waited in a flow does so no more, without having been granted. */
    void withdrawn(Flow flow, long now);

    /** What {@link Flow#mayGo} says of a VM's flows has changed, or what its policy says of it. */
    default void mayChanged(Tenant vm) {}

    /**
     * Whose command goes next. Has no effect that {@link #granted} does not undo or repeat: the
     * gate may ask again without granting.
     *
     * @param eligible the flows that wait and may go, in the order in which they began to wait;
     *     never empty; valid during this call only
     * @return one of them, or null: none for now, although the device could take more; the gate
     *     asks again at {@link #wakeAt} or after any event
     */
    @Nullable Flow pick(Eligible eligible, long now);

    /** A command goes to the device. */
    void granted(Flow flow, long estimate, long now);

    /**
     * The work of a command ended.
     *
     * @param estimate what {@link #granted} was told
     * @param measured the device time that it took
     */
    void done(Flow flow, long estimate, long measured, long now);

    /**
     * When to ask {@link #pick} again though nothing happened; {@link Long#MAX_VALUE}: need not.
     */
    long wakeAt(long now);

    /**
     * How many VMs more the device should seem to have to whoever places VMs, since it does not
     * keep what it promised to those that it has.
     */
    default int strain() {
        return 0;
    }

    /** The flows to choose from. Reused. */
    interface Eligible {
        int size();

        Flow get(int index);

        /**
         * When the device will have nothing to do, or room to do more at once, if it is given
         * nothing more, by the estimates; now when it has already.
         */
        default long idleAt(long now) {
            return now;
        }
    }
}
