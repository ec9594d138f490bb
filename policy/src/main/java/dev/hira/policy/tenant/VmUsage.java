package dev.hira.policy.tenant;

/**
 * What a VM uses.
 *
 * @param sessions how many are open
 * @param nanos device time in all, on all devices
 * @param recent device time in the last half second
 * @param inFlight commands at devices
 * @param waiting sessions with a command that waits
 */
public record VmUsage(
        String vm, int sessions, long nanos, long recent, int inFlight, int waiting) {}
