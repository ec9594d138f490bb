package dev.hira.policy.tenant;

import dev.hira.policy.gate.Ticket;
import dev.hira.policy.schedule.Saturating;
import org.jspecify.annotations.Nullable;

/**
 * A command at a device and the small commands of the same work that followed it. They share its
 * ticket, and the gate, the history and the VM's device time account for them once, together.
 * Otherwise a tiny copy would cost the router more than the device.
 */
final class Bundle {
    /** Next in the list of bundles kept for reuse. */
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
    private long paid;
    private long reported;
    private boolean isReported;

    /**
     * Begins with a command.
     *
     * @param kindOfWork the kind of work
     * @param itsKey its identity among work of this kind
     * @param itsAmount the amount of work: threads, bytes
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
        paid = 0;
        reported = 0;
        isReported = false;
    }

    /**
     * Goes on at another device.
     *
     * @param charged the device time that was charged at the former one
     */
    void goesOn(Ticket permission, long charged) {
        ticket = permission;
        paid += charged;
    }

    /**
     * Adds a command of the same work if it is small and there is room. Its estimate is that of the
     * first command.
     *
     * @return whether it was added
     */
    boolean tryAdd(int atDevice, int kindOfWork, long itsKey, long itsAmount) {
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
     * Notes that a command has ended.
     *
     * @param nanos the device time that it took; 0: it did nothing
     * @return whether it was the last one
     */
    boolean ended(long nanos) {
        if (nanos > 0) {
            ran++;
            longest = Math.max(longest, nanos);
            measured = Saturating.add(measured, nanos);
        }
        return --left == 0;
    }

    /** Notes that another device than expected did that work. */
    void endedElsewhere(long nanos) {
        elsewhere = Saturating.add(elsewhere, nanos);
    }

    /**
     * Adds the device time so far of one of its commands that have not ended.
     *
     * @return whether it is the first one since {@link #takeReported}
     */
    boolean reports(long nanos) {
        boolean first = !isReported;
        isReported = true;
        reported = Saturating.add(reported, nanos);
        return first;
    }

    /** Returns the reported device time of its commands that have not ended. */
    long takeReported() {
        long nanos = reported;
        reported = 0;
        isReported = false;
        return nanos;
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

    /** Returns the number of commands after the first one. */
    int others() {
        return others;
    }

    /** Returns their estimated device time. */
    long othersNanos() {
        return others * estimate;
    }

    /** Returns the number of its commands that have not ended. */
    int left() {
        return left;
    }

    /** Returns the number of ended commands that did something. */
    int ran() {
        return ran;
    }

    /** Returns the measured device time of all commands. */
    long measured() {
        return measured;
    }

    /** Returns the device time measured on the expected device. */
    long measuredHere() {
        return measured - elsewhere;
    }

    /** Returns the device time that was charged at devices which the work has left. */
    long paid() {
        return paid;
    }

    /** Returns the longest device time of one command. */
    long longest() {
        return longest;
    }
}
