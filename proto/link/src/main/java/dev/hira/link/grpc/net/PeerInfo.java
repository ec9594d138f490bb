package dev.hira.link.grpc.net;

import io.netty.channel.EventLoop;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * The peer at the other end of a link that a server accepted.
 *
 * @param listener where the server listened, as it was bound
 * @param label the listener's name, for example that of a VM
 * @param remote the peer's address, for people
 * @param identity the identity that the connection proves
 * @param token the peer's token; empty when it sent none
 * @param eventLoop the link's event loop; a link opened on the same loop shares its thread
 */
public record PeerInfo(
        URI listener,
        @Nullable String label,
        String remote,
        PeerIdentity identity,
        String token,
        EventLoop eventLoop) {}
