package dev.hira.guest.session;

import java.util.HashSet;
import java.util.Set;

/** The latest of a sequence of numbers that come nearly in their order. Not thread-safe. */
final class RecentNumbers {
    /** How many numbers are remembered at least. */
    private static final int LEAST = 4096;

    private Set<Long> older = new HashSet<>();
    private Set<Long> newer = new HashSet<>();

    /** Adds a number; false when it is among the latest already. */
    boolean add(long number) {
        if (older.contains(number) || !newer.add(number)) {
            return false;
        }
        if (newer.size() == LEAST) {
            older = newer;
            newer = new HashSet<>();
        }
        return true;
    }
}
