package dev.hira.sim.lower.pass;

/**
 * What the analysis of one kernel's accesses may cost. It counts in steps of some ten nanoseconds
 * or a byte. Compilers' kernels need a small part of it; text that is made to be dear gets, when it
 * is spent, the safe answer to each question that is still open: that accesses may conflict.
 */
final class WarpBudget {
    /** Seconds of time, and megabytes. */
    static final long STEPS = 1L << 27;

    private long left = STEPS;

    /** Counts steps; returns whether there were as many. */
    boolean spend(long steps) {
        left = Math.max(-1, left - steps);
        return !isSpent();
    }

    boolean isSpent() {
        return left < 0;
    }

    long left() {
        return Math.max(0, left);
    }
}
