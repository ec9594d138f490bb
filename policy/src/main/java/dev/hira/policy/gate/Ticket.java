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

    /**
     * Device time that its commands may take: their estimate or, where kernels can be held, what
     * the scheduler has granted of it.
     */
    long given;

    /** Time at which the session asked for it. */
    long asked;

    /** Device time of its work as the device last reported it. */
    long reported;

    /** Device time that was charged when its commands went. */
    long paid;

    /** Device time that was charged later for further slices. */
    long charged;

    /** Whether its kernel has turned out to need more than one slice. */
    boolean lasts;

    /** Whether its kernel waits for its next slice while it uses up the present one. */
    boolean competes;

    /** Whether the device holds its kernel, or is about to. */
    boolean held;

    /** Device time that it had taken when it last stopped. */
    long ranBefore;

    /** Part of what was paid that the scheduler knows. */
    long told;

    /** Number of its commands at the device. */
    int commands;

    private int room;

    /**
     * Whether its work seems to wait for something other than the device and therefore does not
     * count.
     */
    boolean stalled;

    /** Least time that the gate waits for a first report of its work. */
    long patience;

    /** Its place among the tickets that are set aside for this reason. */
    int place;

    /** Time at which its work began to run. */
    long startedAt;

    /** Whether the device has reported that it executes the work. */
    boolean heardOf;

    /**
     * Time at which the device last reported the work, or at which the work began to count as
     * running.
     */
    long heardAt;

    /** Time for which its work counted as running without a report until its kernel was held. */
    long silent;

    Ticket() {}

    /** Returns the device time for which it is still expected to run before others may go. */
    long left(long now) {
        long ran = now - startedAt;
        long most = competes ? Math.min(given, estimate > ran ? estimate : given) : wanted();
        return most - Math.clamp(ran, 0, most);
    }

    private long wanted() {
        return Math.max(given, estimate);
    }

    /** Returns the given time that it has not used, while it does not run. */
    long toDo() {
        return Math.max(0, given - ranBefore);
    }

    /** Returns the time at which it has used up what it was given, while it runs. */
    long usedUpAt() {
        return startedAt + given;
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
