package dev.hira.router.config;

/**
 * Limits of sessions and VMs.
 *
 * @param sessions all sessions of the router
 * @param sessionsPerVm sessions of one VM
 * @param lanes threads of one guest process
 * @param handles named objects of one session
 * @param frameBytes one frame with its payloads
 * @param frameRecords commands in one frame
 * @param payloadBytes one payload inside a frame
 */
public record LimitsConfig(
        int sessions,
        int sessionsPerVm,
        int lanes,
        int handles,
        int frameBytes,
        int frameRecords,
        int payloadBytes) {}
