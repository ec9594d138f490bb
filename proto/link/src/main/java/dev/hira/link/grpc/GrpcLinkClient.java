package dev.hira.link.grpc;

import dev.hira.link.Link;
import dev.hira.link.grpc.net.Endpoint;
import dev.hira.link.grpc.stream.GrpcLink;
import dev.hira.link.grpc.stream.LinkMethod;
import dev.hira.link.grpc.stream.WireMessage;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.netty.channel.EventLoop;
import java.net.URI;

/**
 * Opens links to a {@link GrpcLinkServer}. Each link has its own connection while it lasts, so that
 * no session can use up another's flow-control window; {@link KeptConnections} reuse connections.
 */
public final class GrpcLinkClient {
    /** The header that carries {@link LinkOptions#token}. */
    static final Metadata.Key<String> TOKEN =
            Metadata.Key.of("hira-token", Metadata.ASCII_STRING_MARSHALLER);

    private GrpcLinkClient() {}

    /**
     * Opens a link without waiting: frames sent before the connection exists are kept, and the
     * handler learns of a connection that fails.
     *
     * @param uri {@code hira://host:port} or {@code hira+unix:///path}
     * @throws IllegalArgumentException when the URI has neither form
     */
    public static Link connect(URI uri, LinkOptions options) {
        return connect(
                uri,
                options,
                LinkConnection.once(ClientConnection.to(Endpoint.parse(uri), options)));
    }

    /** Opens a link on a connection that carries no other link. */
    static Link connect(URI uri, LinkOptions options, LinkConnection connection) {
        EventLoop loop = options.eventLoop();
        ClientCall<WireMessage, WireMessage> stream =
                connection
                        .channel()
                        .newCall(LinkMethod.descriptor(options.limits()), CallOptions.DEFAULT);
        ClientPort port =
                new ClientPort(connection, stream, uri.toString(), options.limits().unsent());
        GrpcLink link = new GrpcLink(loop, uri.toString(), port, false);
        Metadata headers = headers(options);
        if (loop.inEventLoop()) {
            port.start(link, headers);
        } else {
            loop.execute(() -> port.start(link, headers));
        }
        return link;
    }

    private static Metadata headers(LinkOptions options) {
        Metadata headers = new Metadata();
        if (!options.token().isEmpty()) {
            headers.put(TOKEN, options.token());
        }
        return headers;
    }
}
