package dev.hira.policy.schedule;

import java.util.Arrays;

/**
 * The amount used within a sliding window, in steps of a fiftieth of the window: an exact sum over
 * a ring of steps, which every call advances.
 */
public final class UsageWindow {
    private static final int STEPS = 50;

    private final long step;
    private final long[] amounts = new long[STEPS];
    private long current = Long.MIN_VALUE;
    private long sum;

    /**
     * Creates a window without use.
     *
     * @param length in nanoseconds, at least 50
     */
    public UsageWindow(long length) {
        if (length < STEPS) {
            throw new IllegalArgumentException(
                    "a window is at least " + STEPS + " ns long, not " + length);
        }
        this.step = length / STEPS;
    }

    /** Adds an amount used now; amounts beyond 2^56 count as 2^56. */
    public void add(long amount, long now) {
        advance(now);
        long counted = Math.min(amount, 1L << 56);
        amounts[Math.floorMod(current, STEPS)] += counted;
        sum += counted;
    }

    /** Returns the amount used within the window that ends now. */
    public long sum(long now) {
        advance(now);
        return sum;
    }

    private void advance(long now) {
        long target = Math.floorDiv(now, step);
        if (current == Long.MIN_VALUE || target - current >= STEPS) {
            Arrays.fill(amounts, 0);
            sum = 0;
            current = target;
        }
        while (current - target < 0) {
            current++;
            int place = Math.floorMod(current, STEPS);
            sum -= amounts[place];
            amounts[place] = 0;
        }
    }
}
