package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.PeerInfo;

/**
 * Takes the links that a server accepts. Called on the link's event loop, which must not be
 * blocked; starts the link, or closes it.
 */
@FunctionalInterface
public interface LinkAcceptor {
    void accept(Link link, PeerInfo peer);
}
