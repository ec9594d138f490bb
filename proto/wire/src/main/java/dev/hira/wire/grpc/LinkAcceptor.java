package dev.hira.wire.grpc;

import dev.hira.wire.Link;

/**
 * Takes the links that a server accepts. Called on the link's event loop, which must not be
 * blocked; starts the link, or closes it.
 */
@FunctionalInterface
public interface LinkAcceptor {
    void accept(Link link, PeerInfo peer);
}
