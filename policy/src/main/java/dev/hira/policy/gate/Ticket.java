package dev.hira.policy.gate;

import org.jspecify.annotations.Nullable;

/**
 * A command's permission to be at the device. Tickets are reused: who has one gives it back exactly
 * once, with {@link DeviceGate#done}, and forgets it.
 */
public final class Ticket {
    @Nullable GateFlow flow;
    @Nullable Ticket older;
    @Nullable Ticket newer;

    /** Its place in the order in which commands went to the device. */
    long number;

    long estimate;
    boolean known;

    /** Its work waits for something else than the device, or so it seems: it counts no more. */
    boolean stalled;

    /** When it began to run, once it did. */
    long startedAt;

    /** When the device was last known to be at it, or to begin it soon. */
    long heardAt;

    private int device;
    private int kind;
    private long key;
    private long amount;

    Ticket() {}

    /**
     * Notes what the work is, for its holder, until it has ended.
     *
     * @param atDevice the holder's number of the device
     * @param workKind the holder's number of the kind of work
     * @param workKey what identifies it among others of the kind
     * @param workAmount how much of it there is: threads, bytes
     */
    public void describe(int atDevice, int workKind, long workKey, long workAmount) {
        device = atDevice;
        kind = workKind;
        key = workKey;
        amount = workAmount;
    }

    public int device() {
        return device;
    }

    public int kind() {
        return kind;
    }

    public long key() {
        return key;
    }

    public long amount() {
        return amount;
    }

    /** How much of its estimate it has used up, once it runs. */
    long spent(long now) {
        return Math.clamp(now - startedAt, 0, estimate);
    }

    /** The device time that the command was estimated to take. */
    public long estimate() {
        return estimate;
    }
}
