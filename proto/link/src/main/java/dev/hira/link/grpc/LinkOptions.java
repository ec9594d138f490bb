package dev.hira.link.grpc;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import io.netty.channel.EventLoop;

/**
 * How a client opens a link.
 *
 * @param eventLoop the loop on which the link lives, for example that of the link which caused it
 * @param limits what is refused
 * @param keepAlive how a vanished server is noticed
 * @param token sent to the server with the call; empty: none
 */
public record LinkOptions(
        EventLoop eventLoop, GrpcLimits limits, KeepAlive keepAlive, String token) {
    /** The defaults, on a loop. */
    public static LinkOptions on(EventLoop eventLoop) {
        return new LinkOptions(eventLoop, GrpcLimits.DEFAULT, KeepAlive.DEFAULT, "");
    }

    public LinkOptions withLimits(GrpcLimits limits) {
        return new LinkOptions(eventLoop, limits, keepAlive, token);
    }

    public LinkOptions withKeepAlive(KeepAlive keepAlive) {
        return new LinkOptions(eventLoop, limits, keepAlive, token);
    }

    public LinkOptions withToken(String token) {
        return new LinkOptions(eventLoop, limits, keepAlive, token);
    }
}
