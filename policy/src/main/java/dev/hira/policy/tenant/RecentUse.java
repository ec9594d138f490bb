package dev.hira.policy.tenant;

import java.util.Arrays;

/** Amount used in the last half second, to an eighth of it. Thread-safe. */
final class RecentUse {
    private static final int SLOTS = 8;
    private static final long SLOT = 500_000_000L / SLOTS;

    private final long[] used = new long[SLOTS];
    private long latest;

    synchronized void add(long nanos, long now) {
        used[slot(turn(now))] += nanos;
    }

    synchronized long sum(long now) {
        turn(now);
        return Arrays.stream(used).sum();
    }

    private long turn(long now) {
        long current = Math.floorDiv(now, SLOT);
        long passed = Math.min(current - latest, SLOTS);
        for (long i = 0; i < passed; i++) {
            used[slot(current - i)] = 0;
        }
        latest = Math.max(latest, current);
        return latest;
    }

    private static int slot(long number) {
        return (int) Math.floorMod(number, (long) SLOTS);
    }
}
