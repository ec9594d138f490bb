package dev.hira.sim.simt;

import dev.hira.sim.jit.runtime.Workspace;

/**
 * Which calls of pieces are measured: of short ones only some, since looking at the clock twice
 * takes as long as running some dozens of threads. One for each workspace.
 */
final class Pace {
    /** Calls that take so long together are worth a measurement, in nanoseconds. */
    private static final long WORTH = 20_000;

    private static final int MOST = 256;

    /** By piece, the calls that are left until one is measured, and how many that stands for. */
    private final int[] left;

    private final int[] calls;

    private Pace(int pieces) {
        this.left = new int[pieces];
        this.calls = new int[pieces];
    }

    /**
     * That of a workspace.
     *
     * @param pieces how many there are, which is the same each time
     */
    static Pace of(Workspace work, int pieces) {
        if (work.pace instanceof Pace pace) {
            return pace;
        }
        Pace made = new Pace(pieces);
        work.pace = made;
        return made;
    }

    /** Whether the next call of a piece is not measured. */
    boolean passes(int piece) {
        if (left[piece] == 0) {
            return false;
        }
        left[piece]--;
        return true;
    }

    /** The calls that a measured one stands for, itself among them. */
    int calls(int piece) {
        return calls[piece] + 1;
    }

    /** Decides how many calls pass, when one took so long; of long ones none does. */
    void measured(int piece, long nanos) {
        int pass = (int) Math.min(MOST, WORTH / Math.max(1, nanos));
        calls[piece] = pass;
        left[piece] = pass;
    }
}
