package dev.hira.policy.tenant;

/**
 * The resource use of a VM.
 *
 * @param sessions number of open sessions
 * @param nanos total device time on all devices
 * @param recent device time of the last half second
 * @param inFlight commands at devices
 * @param waiting sessions with a command that waits
 */
public record VmUsage(
        String vm, int sessions, long nanos, long recent, int inFlight, int waiting) {}
