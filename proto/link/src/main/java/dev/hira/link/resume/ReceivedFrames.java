package dev.hira.link.resume;

import dev.hira.wire.Frame;

/**
 * The frames that one end has received, numbered by counting, and what it has told the other end of
 * them. Used by the link's home thread.
 */
final class ReceivedFrames {
    private static final long ALL = Long.MAX_VALUE;

    private final ResumeLimits limits;
    private long received;

    /** The number of frames that may be acknowledged. */
    private long cleared = ALL;

    /** The number of frames after which the peer was last asked to go on. */
    private long told;

    /** The number of frames that the peer sends again although they have arrived. */
    private long repeated;

    private int unacknowledged;
    private long unacknowledgedBytes;

    ReceivedFrames(ResumeLimits limits) {
        this.limits = limits;
    }

    /** Counts a frame; false: it has arrived before. */
    boolean add(Frame frame) {
        if (repeated > 0) {
            repeated--;
            return false;
        }
        received++;
        unacknowledged++;
        unacknowledgedBytes += frame.size();
        return true;
    }

    long count() {
        return received;
    }

    /** Returns whether frames are acknowledged as they come, not when they are cleared. */
    boolean clearAsTheyCome() {
        return cleared == ALL;
    }

    /** Lets only those frames be acknowledged that {@link #clear} names, from now on. */
    void awaitClearing() {
        cleared = received;
    }

    /** Lets the frames up to this number be acknowledged. */
    void clear(long count) {
        cleared = count;
    }

    /** Returns whether so much is unacknowledged that the peer should be told at once. */
    boolean areDue() {
        return unacknowledged >= limits.acknowledgedFrames()
                || unacknowledgedBytes >= limits.acknowledgedBytes();
    }

    boolean areUnacknowledged() {
        return unacknowledged > 0;
    }

    /** Returns the number to acknowledge. */
    long acknowledgeable() {
        return Math.min(received, cleared);
    }

    /** Notes that this number was acknowledged. */
    void acknowledged(long count) {
        unacknowledged = (int) (received - count);
        if (unacknowledged == 0) {
            unacknowledgedBytes = 0;
        }
    }

    /** Notes that the peer is asked to go on after the returned number. */
    long tell() {
        told = acknowledgeable();
        return told;
    }

    /**
     * Notes that a new transport begins: the peer sends all frames again that it was not told of.
     */
    void resume() {
        repeated = received - told;
    }

    /** Notes that the peer was told of all frames that have arrived. */
    void clearUnacknowledged() {
        unacknowledged = 0;
        unacknowledgedBytes = 0;
    }

    /** Counts anew. */
    void restart() {
        received = 0;
        repeated = 0;
        told = 0;
        cleared = clearAsTheyCome() ? ALL : 0;
        clearUnacknowledged();
    }
}
