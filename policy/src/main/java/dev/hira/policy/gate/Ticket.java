package dev.hira.policy.gate;

import org.jspecify.annotations.Nullable;

/**
 * Permission for a command, and for a few small ones that share it, to be at the device. Tickets
 * are reused: the holder gives one back exactly once, with {@link DeviceGate#done}, and then drops
 * its reference.
 */
public final class Ticket {
    @Nullable GateFlow flow;
    @Nullable Ticket older;
    @Nullable Ticket newer;

    /** Estimated device time of its commands. */
    long estimate;

    /** Part of the estimate that the scheduler knows. */
    long told;

    /** Number of its commands at the device. */
    int commands;

    private int room;

    /**
     * Whether its work seems to wait for something other than the device and therefore does not
     * count.
     */
    boolean stalled;

    /** Time at which its work began to run. */
    long startedAt;

    /** Whether the device has reported that it executes the work. */
    boolean heardOf;

    /**
     * Time at which the device last reported the work, or at which the work began to count as
     * running.
     */
    long heardAt;

    Ticket() {}

    /** Returns the part of the estimate that has been used since the work began. */
    long spent(long now) {
        return Math.clamp(now - startedAt, 0, estimate);
    }

    /**
     * Sets the number of commands that may share the ticket, within {@link
     * DeviceGate#JOINED_NANOS}.
     */
    void room(int most) {
        room = most;
    }

    /**
     * Whether more commands may share it.
     *
     * @param others number of commands that the gate does not know yet
     * @param nanos their estimated device time
     */
    public boolean hasRoomFor(int others, long nanos) {
        return others <= room && nanos <= DeviceGate.JOINED_NANOS - estimate;
    }

    /** Returns the estimated device time of its commands. */
    public long estimate() {
        return estimate;
    }
}
