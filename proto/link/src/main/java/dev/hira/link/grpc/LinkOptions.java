package dev.hira.link.grpc;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import io.netty.channel.EventLoop;

/**
 * The options with which a client opens a link.
 *
 * @param eventLoop the loop on which the link lives, for example that of the link that caused it
 * @param limits the limits above which the link refuses messages
 * @param keepAlive how the link notices a vanished server
 * @param token sent to the server with the call; empty for none
 */
public record LinkOptions(
        EventLoop eventLoop, GrpcLimits limits, KeepAlive keepAlive, String token) {
    /** Returns the default options on a loop. */
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
