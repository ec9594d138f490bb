package dev.hira.sim.lower.pass;

/**
 * The budget of the analysis of one kernel's accesses, in steps of some ten nanoseconds or a byte.
 * The kernels of compilers need a small part of it. When a kernel has spent it, the analysis gives
 * the safe answer to each open question: that accesses may conflict.
 */
final class WarpBudget {
    /** About a second of time, or 128 MB. */
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
