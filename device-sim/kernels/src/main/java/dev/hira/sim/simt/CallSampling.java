package dev.hira.sim.simt;

import dev.hira.sim.jit.runtime.Workspace;

/**
 * Chooses the calls of pieces to measure. Of short calls it measures only some, since reading the
 * clock twice takes as long as running dozens of threads. Each workspace has its own sampling.
 */
final class CallSampling {
    /** A measurement pays off once per this much time (ns). */
    private static final long WORTH = 20_000;

    private static final int MOST_SKIPPED_CALLS = 256;

    /**
     * By piece: the calls to skip before the next measurement, and the calls that it represents
     * besides itself.
     */
    private final int[] left;

    private final int[] calls;

    private CallSampling(int pieces) {
        this.left = new int[pieces];
        this.calls = new int[pieces];
    }

    /**
     * Returns the sampling of a workspace.
     *
     * @param pieces number of pieces, the same at each call
     */
    static CallSampling of(Workspace work, int pieces) {
        if (work.sampling instanceof CallSampling sampling) {
            return sampling;
        }
        CallSampling made = new CallSampling(pieces);
        work.sampling = made;
        return made;
    }

    /** Returns whether the next call of a piece is not measured. */
    boolean passes(int piece) {
        if (left[piece] == 0) {
            return false;
        }
        left[piece]--;
        return true;
    }

    /** Returns the number of calls that a measured one represents, including itself. */
    int calls(int piece) {
        return calls[piece] + 1;
    }

    /** Sets the number of calls to skip after a call of this duration; after a long one, none. */
    void measured(int piece, long nanos) {
        int pass = (int) Math.min(MOST_SKIPPED_CALLS, WORTH / Math.max(1, nanos));
        calls[piece] = pass;
        left[piece] = pass;
    }
}
