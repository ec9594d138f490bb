package dev.hira.link.shm;

/**
 * What an arena has in use.
 *
 * @param capacity bytes in all
 * @param used bytes in ranges now, rounded up to the granule
 * @param peak the most that was ever used
 * @param ranges how many ranges there are now
 * @param pinned how many of them are user buffers
 * @param refusals how often a range was refused for lack of room
 */
public record ArenaUsage(
        long capacity, long used, long peak, int ranges, int pinned, long refusals) {}
