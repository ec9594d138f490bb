package dev.hira.router.config;

import dev.hira.link.grpc.net.PeerLimits;

/**
 * What peers may make the router hold.
 *
 * @param links at each place where guests or administrators reach it
 * @param waitingBytes commands of one session that wait while it runs a callback
 * @param totalWaitingBytes the same for all sessions together
 */
public record PeersConfig(PeerLimits links, long waitingBytes, long totalWaitingBytes) {}
