package dev.hira.guest.session;

/**
 * What a session has done so far.
 *
 * @param roundTrips how often a thread waited for answers: to a call, or to all parts of a split
 *     one
 * @param pipelinedParts parts of split calls that were sent before the answer to the one before
 * @param commands records sent
 * @param framesSent frames sent
 * @param framesReceived frames received
 * @param inlineBytes payload bytes sent in frames
 * @param arenaBytes payload bytes copied into or out of shared memory
 * @param pinnedBytes payload bytes that were referred to where they lie in shared memory
 * @param fallbacks payloads that travelled in frames because shared memory had no room for them
 * @param waits how often a thread waited because the link took no more
 * @param lateOutputs outputs that came after their call
 * @param callbacks callbacks run
 * @param failures asynchronous calls that failed
 * @param lanes threads that use the session now
 */
public record SessionStats(
        long roundTrips,
        long pipelinedParts,
        long commands,
        long framesSent,
        long framesReceived,
        long inlineBytes,
        long arenaBytes,
        long pinnedBytes,
        long fallbacks,
        long waits,
        long lateOutputs,
        long callbacks,
        long failures,
        int lanes) {}
