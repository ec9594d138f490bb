package dev.hira.link.grpc;

import dev.hira.link.grpc.net.GrpcLimits;
import dev.hira.link.grpc.net.KeepAlive;
import dev.hira.link.grpc.tls.TlsClient;
import io.netty.channel.EventLoop;
import org.jspecify.annotations.Nullable;

/**
 * The options with which a client opens a link.
 *
 * @param eventLoop the loop on which the link lives, for example that of the link that caused it
 * @param limits the limits above which the link refuses messages
 * @param keepAlive how the link notices a vanished server
 * @param tls how to speak TLS; null where the client has no certificate
 * @param token sent to the server with the call; empty for none
 */
public record LinkOptions(
        EventLoop eventLoop,
        GrpcLimits limits,
        KeepAlive keepAlive,
        @Nullable TlsClient tls,
        String token) {
    /** Returns the default options on a loop. */
    public static LinkOptions on(EventLoop eventLoop) {
        return new LinkOptions(eventLoop, GrpcLimits.DEFAULT, KeepAlive.DEFAULT, null, "");
    }

    public LinkOptions withLimits(GrpcLimits limits) {
        return new LinkOptions(eventLoop, limits, keepAlive, tls, token);
    }

    public LinkOptions withKeepAlive(KeepAlive keepAlive) {
        return new LinkOptions(eventLoop, limits, keepAlive, tls, token);
    }

    public LinkOptions withToken(String token) {
        return new LinkOptions(eventLoop, limits, keepAlive, tls, token);
    }

    public LinkOptions withTls(@Nullable TlsClient tls) {
        return new LinkOptions(eventLoop, limits, keepAlive, tls, token);
    }
}
