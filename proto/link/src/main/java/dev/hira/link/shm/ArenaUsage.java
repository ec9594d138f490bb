package dev.hira.link.shm;

/**
 * A snapshot of an arena's usage.
 *
 * @param capacity total bytes
 * @param used bytes in ranges now, rounded up to granules
 * @param peak the highest value of {@code used} so far
 * @param ranges the number of ranges now
 * @param pinned how many of them are user buffers
 * @param refusals how many requests failed for lack of room
 */
public record ArenaUsage(
        long capacity, long used, long peak, int ranges, int pinned, long refusals) {}
