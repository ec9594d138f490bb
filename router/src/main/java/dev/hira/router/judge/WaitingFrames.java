package dev.hira.router.judge;

import dev.hira.wire.Frame;
import dev.hira.wire.MalformedFrameException;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * The frames of one session that came while a command waited.
 *
 * <p>While the link is paused, only frames that were under way may still come: their number is
 * limited. While the router reads on because it expects a callback's return, the guest does nothing
 * wrong by sending more: then the memory is limited.
 */
final class WaitingFrames {
    /**
     * Frames that a link may deliver after it was paused; one that brings more ignores the pause.
     */
    private static final int MOST_AFTER_PAUSE = 256;

    /** What a frame costs beside its bytes. */
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
     * Takes a frame, which it owns from now on also when it throws.
     *
     * @param paused whether the link has been told to deliver no frames
     * @throws MalformedFrameException when the link ignores that
     * @throws LimitReachedException when the frames take more memory than they may
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

    /** The frame that came first, which the caller owns from now on. */
    Frame remove() {
        Frame frame = frames.remove();
        giveBack(cost(frame));
        return frame;
    }

    /** The link may deliver frames again. */
    void goesOn() {
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
            long bytes, String whose, long most, String setting) {
        return new LimitReachedException(
                "the commands "
                        + whose
                        + " that wait take "
                        + bytes
                        + " bytes where "
                        + most
                        + " are allowed; return from callbacks sooner, send fewer commands while"
                        + " one runs, or have the operator raise "
                        + setting);
    }
}
