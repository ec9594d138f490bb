package dev.hira.server.call;

/**
 * What one session may use at most.
 *
 * @param frameBytes of one frame, either way
 * @param payloadBytes of one payload in a frame
 * @param batchRecords in one frame
 * @param lanes threads of the guest that make calls
 * @param handles objects
 * @param inFlightBytes received and not yet worked on; beyond it the session's link is not read
 * @param keptBytes unused memory for outputs that is kept for later ones
 * @param longFrameBytes payload of a frame from which on a worker handles it
 */
public record SessionLimits(
        int frameBytes,
        int payloadBytes,
        int batchRecords,
        int lanes,
        int handles,
        long inFlightBytes,
        long keptBytes,
        int longFrameBytes) {}
