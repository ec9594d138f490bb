package dev.hira.policy.tenant;

import dev.hira.policy.gate.Ticket;
import org.jspecify.annotations.Nullable;

/**
 * A command at a device, and small ones of the same work that followed it: they share its ticket,
 * and the gate, the history and the VM's books hear of them once, together. Otherwise what a tiny
 * copy costs the router would be more than what it costs the device.
 */
final class Bundle {
    /** The next one of those that are kept for reuse. */
    @Nullable Bundle spare;

    private @Nullable Ticket ticket;
    private int device;
    private int kind;
    private long key;
    private long amount;
    private long estimate;
    private int others;
    private int left;
    private int ran;
    private long measured;
    private long elsewhere;
    private long longest;

    /**
     * Begins with a command.
     *
     * @param kindOfWork the kind of work
     * @param itsKey what identifies it among others of the kind
     * @param itsAmount how much of it there is: threads, bytes
     */
    void begin(Ticket permission, int atDevice, int kindOfWork, long itsKey, long itsAmount) {
        ticket = permission;
        device = atDevice;
        kind = kindOfWork;
        key = itsKey;
        amount = itsAmount;
        estimate = permission.estimate();
        others = 0;
        left = 1;
        ran = 0;
        measured = 0;
        elsewhere = 0;
        longest = 0;
    }

    /**
     * Takes another command of the same work along, if it is small and there is room. It is taken
     * to last as long as the first.
     */
    boolean takes(int atDevice, int kindOfWork, long itsKey, long itsAmount) {
        if (kindOfWork != kind
                || itsKey != key
                || itsAmount != amount
                || atDevice != device
                || !ticket().hasRoomFor(others + 1, (others + 1) * estimate)) {
            return false;
        }
        others++;
        left++;
        return true;
    }

    /**
     * A command has ended.
     *
     * @param nanos the device time that it took; 0: it did nothing
     * @return whether it was the last one
     */
    boolean ended(long nanos) {
        if (nanos > 0) {
            ran++;
            longest = Math.max(longest, nanos);
            measured = saturatedAdd(measured, nanos);
        }
        return --left == 0;
    }

    /** That work was done by another device than was expected. */
    void endedElsewhere(long nanos) {
        elsewhere = saturatedAdd(elsewhere, nanos);
    }

    private static long saturatedAdd(long a, long b) {
        long sum = a + b;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    Ticket ticket() {
        Ticket permission = ticket;
        if (permission == null) {
            throw new IllegalStateException("nothing has begun");
        }
        return permission;
    }

    int device() {
        return device;
    }

    int kind() {
        return kind;
    }

    long key() {
        return key;
    }

    long amount() {
        return amount;
    }

    /** How many commands followed the first one. */
    int others() {
        return others;
    }

    /** The device time that those are estimated to take. */
    long othersNanos() {
        return others * estimate;
    }

    /** How many of those that have ended did something. */
    int ran() {
        return ran;
    }

    /** The device time that they took together. */
    long measured() {
        return measured;
    }

    /** What of that the device did which was asked. */
    long measuredHere() {
        return measured - elsewhere;
    }

    /** The device time that the longest of them took. */
    long longest() {
        return longest;
    }
}
