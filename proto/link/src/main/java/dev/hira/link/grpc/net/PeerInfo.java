package dev.hira.link.grpc.net;

import io.netty.channel.EventLoop;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * Who is at the other end of a link that a server accepted.
 *
 * @param listener where the server listened, as it was bound
 * @param label what the listener was given as a name, for example a VM's
 * @param remote the peer's address, for people
 * @param token what the peer sent as its token; empty when it sent none
 * @param eventLoop the link's event loop; a link opened on the same one shares its thread
 */
public record PeerInfo(
        URI listener, @Nullable String label, String remote, String token, EventLoop eventLoop) {}
