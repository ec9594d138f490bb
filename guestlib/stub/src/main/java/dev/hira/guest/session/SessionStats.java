package dev.hira.guest.session;

/**
 * A session's counters.
 *
 * @param roundTrips waits of a thread for answers: to a call, or to all parts of a split one
 * @param pipelinedParts parts of split calls that were sent before the answer to the previous part
 * @param commands records sent
 * @param framesSent frames sent
 * @param framesReceived frames received
 * @param inlineBytes payload bytes sent in frames
 * @param arenaBytes payload bytes copied into or out of shared memory
 * @param pinnedBytes payload bytes used in place in shared memory
 * @param fallbacks payloads that travelled in frames because shared memory had no room for them
 * @param waits waits of a thread because the link was not writable
 * @param lateOutputs outputs that arrived after their call
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
