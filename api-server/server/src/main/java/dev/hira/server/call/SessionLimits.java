package dev.hira.server.call;

/**
 * The limits of one session.
 *
 * @param frameBytes bytes of one frame, either way
 * @param payloadBytes bytes of one payload in a frame
 * @param batchRecords records in one frame
 * @param lanes threads of the guest that make calls
 * @param handles objects
 * @param inFlightBytes bytes received and not yet processed; beyond it the session's link is not
 *     read
 * @param keptBytes unused memory for outputs that is kept for later ones
 * @param longFrameBytes payload bytes from which on a worker handles a frame
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
