package dev.hira.policy.gate;

import org.jspecify.annotations.Nullable;

/**
 * A command's permission to be at the device, which a few small ones like it may share. Tickets are
 * reused: who has one gives it back exactly once, with {@link DeviceGate#done}, and forgets it.
 */
public final class Ticket {
    @Nullable GateFlow flow;
    @Nullable Ticket older;
    @Nullable Ticket newer;

    /** The device time that its commands are estimated to take. */
    long estimate;

    /** How much of that the scheduler was told of. */
    long told;

    /** How many commands are at the device with it. */
    int commands;

    private int room;

    /** Its work waits for something else than the device, or so it seems: it counts no more. */
    boolean stalled;

    /** When it began to run, once it did. */
    long startedAt;

    /** Whether the device was heard to be at it. */
    boolean heardOf;

    /** When the device was last known to be at it, or to begin it soon. */
    long heardAt;

    Ticket() {}

    /** How much of its estimate it has used up, once it runs. */
    long spent(long now) {
        return Math.clamp(now - startedAt, 0, estimate);
    }

    /** Lets so many more commands share it at most, within {@link DeviceGate#SHARED}. */
    void room(int most) {
        room = most;
    }

    /**
     * Whether more commands may share it.
     *
     * @param others how many, beside those of which the gate knows
     * @param nanos the device time that they are estimated to take
     */
    public boolean hasRoomFor(int others, long nanos) {
        return others <= room && nanos <= DeviceGate.SHARED - estimate;
    }

    /** The device time that its commands are estimated to take. */
    public long estimate() {
        return estimate;
    }
}
