package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.PeerInfo;

/**
 * Receives the links that a server accepts, and starts or closes each. Called on the link's event
 * loop; must not block.
 */
@FunctionalInterface
public interface LinkAcceptor {
    void accept(Link link, PeerInfo peer);
}
