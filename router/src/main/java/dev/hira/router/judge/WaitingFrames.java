package dev.hira.router.judge;

import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The frames of one session that arrived while a command waited.
 *
 * <p>While the link is paused, only frames that were under way may still arrive: their number is
 * limited. While the router reads on because it expects a callback's return, the guest may send
 * more: then the memory is limited.
 */
final class WaitingFrames {
    /**
     * Most frames that a link may deliver after a pause; a link that delivers more ignores the
     * pause.
     */
    private static final int MOST_AFTER_PAUSE = 256;

    /** Cost of a frame in addition to its bytes. */
    private static final int OVERHEAD = 256;

    private final Queue<Frame> frames = new ArrayDeque<>(1);
    private final ByteBudget budget;
    private long bytes;
    private int afterPause;

    WaitingFrames(ByteBudget budget) {
        this.budget = budget;
    }

    boolean isEmpty() {
        return frames.isEmpty();
    }

    /**
     * Adds a frame and takes ownership of it, even if it throws.
     *
     * @param paused whether the link has been paused
     * @throws MalformedFrameException when the link ignores the pause
     * @throws LimitReachedException when the frames exceed a memory limit
     */
    void add(Frame frame, boolean paused) {
        long cost = cost(frame);
        frames.add(frame);
        bytes += cost;
        boolean fits = budget.take(cost);
        afterPause = paused ? afterPause + 1 : 0;
        if (afterPause > MOST_AFTER_PAUSE) {
            throw new MalformedFrameException(
                    afterPause + " frames came after the session was told to wait");
        }
        if (bytes > budget.most()) {
            throw tooMuch(bytes, "of this session", budget.most(), "peers.waiting");
        }
        if (!fits) {
            throw tooMuch(
                    budget.taken(), "of all sessions", budget.mostInTotal(), "peers.waiting-total");
        }
    }

    /** Returns the oldest frame; the caller becomes its owner. */
    Frame remove() {
        Frame frame = frames.remove();
        giveBack(cost(frame));
        return frame;
    }

    /** Notes that the link may deliver frames again. */
    void readingResumes() {
        afterPause = 0;
    }

    /** Releases all frames. Idempotent. */
    void clear() {
        frames.forEach(Frame::release);
        frames.clear();
        giveBack(bytes);
    }

    private void giveBack(long cost) {
        bytes -= cost;
        budget.giveBack(cost);
    }

    private static long cost(Frame frame) {
        return frame.size() + (long) OVERHEAD;
    }

    private static LimitReachedException tooMuch(
            long bytes, String owner, long most, String setting) {
        return new LimitReachedException(
                "the waiting commands "
                        + owner
                        + " take "
                        + bytes
                        + " bytes; "
                        + most
                        + " are allowed; return from callbacks sooner, send fewer commands while"
                        + " one runs, or have the operator raise "
                        + setting);
    }
}
