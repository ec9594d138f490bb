package dev.hira.link.grpc.tls;

import dev.hira.link.grpc.net.PeerIdentity;

/**
 * A certificate of a peer was revoked while connections of the peer were open.
 *
 * @param why a clause for people
 * @param connections the number of connections that end for it
 */
public record Revocation(PeerIdentity peer, String why, int connections) {
    Revocation and(Revocation other) {
        return new Revocation(peer, why, connections + other.connections);
    }
}
