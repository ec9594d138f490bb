package dev.hira.router.config;

import dev.hira.link.grpc.net.PeerLimits;

/**
 * Limits on the resources that peers may make the router hold.
 *
 * @param links for each listener for guests or administrators
 * @param unsentBytes bytes that guests and servers do not read, of all links together
 * @param waitingBytes commands of one session that wait while it runs a callback
 * @param totalWaitingBytes the same for all sessions together
 * @param journalBytes recorded calls that recreate the objects of one session
 * @param totalJournalBytes the same for all sessions together
 */
public record PeersConfig(
        PeerLimits links,
        long unsentBytes,
        long waitingBytes,
        long totalWaitingBytes,
        long journalBytes,
        long totalJournalBytes) {}
